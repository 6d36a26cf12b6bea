"""Classes of WEKA that reach nothing but their data, and what of them does."""

# Every class of weka.jar 3.6.14 that can be a classifier, or a part of one, whose own
# code opens no file, connection or window, starts no program, deserialises nothing and
# takes no class by its name but those that options give. Others need the user's
# consent, also those of packages and of later versions. Left out are, for instance,
# SerializedClassifier, FromFile, UserClassifier, OPTICS, LibSVM, and those that look
# for a file of costs without being told to, such as CostSensitiveClassifier.
# What is for multi-instance data and for text is of no use here.
_BY_PACKAGE = {
    "java.lang": "Math",  # NumericTransform's functions
    "weka.attributeSelection": """
        BestFirst CfsSubsetEval ChiSquaredAttributeEval ClassifierSubsetEval
        ConsistencySubsetEval ExhaustiveSearch FilteredAttributeEval
        FilteredSubsetEval GainRatioAttributeEval GeneticSearch GreedyStepwise
        InfoGainAttributeEval LatentSemanticAnalysis LinearForwardSelection
        OneRAttributeEval PrincipalComponents RaceSearch RandomSearch RankSearch
        Ranker ReliefFAttributeEval SVMAttributeEval ScatterSearchV1
        SubsetSizeForwardSelection SymmetricalUncertAttributeEval WrapperSubsetEval
    """,
    "weka.classifiers.bayes": """
        AODE AODEsr BayesNet BayesianLogisticRegression ComplementNaiveBayes
        DMNBtext HNB NaiveBayes NaiveBayesMultinomial
        NaiveBayesMultinomialUpdateable NaiveBayesSimple NaiveBayesUpdateable WAODE
    """,
    "weka.classifiers.bayes.net.estimate": """
        BMAEstimator BayesNetEstimator MultiNomialBMAEstimator SimpleEstimator
    """,
    "weka.classifiers.bayes.net.search": "SearchAlgorithm",
    "weka.classifiers.bayes.net.search.ci": "CISearchAlgorithm ICSSearchAlgorithm",
    "weka.classifiers.bayes.net.search.fixed": "NaiveBayes",
    "weka.classifiers.bayes.net.search.global": """
        GeneticSearch GlobalScoreSearchAlgorithm HillClimber K2 RepeatedHillClimber
        SimulatedAnnealing TAN TabuSearch
    """,
    "weka.classifiers.bayes.net.search.local": """
        GeneticSearch HillClimber K2 LAGDHillClimber LocalScoreSearchAlgorithm
        RepeatedHillClimber SimulatedAnnealing TAN TabuSearch
    """,
    "weka.classifiers.functions": """
        GaussianProcesses IsotonicRegression LeastMedSq LinearRegression Logistic
        MultilayerPerceptron PLSClassifier PaceRegression RBFNetwork SMO SMOreg
        SPegasos SimpleLinearRegression SimpleLogistic VotedPerceptron Winnow
    """,
    "weka.classifiers.functions.supportVector": """
        NormalizedPolyKernel PolyKernel Puk RBFKernel RegOptimizer RegSMO
        RegSMOImproved StringKernel
    """,
    "weka.classifiers.lazy": "IB1 IBk KStar LBR LWL",
    "weka.classifiers.meta": """
        AdaBoostM1 AdditiveRegression AttributeSelectedClassifier Bagging
        CVParameterSelection ClassificationViaClustering ClassificationViaRegression
        Dagging Decorate END FilteredClassifier Grading GridSearch LogitBoost
        MultiBoostAB MultiClassClassifier MultiScheme OrdinalClassClassifier
        RacedIncrementalLogitBoost RandomCommittee RandomSubSpace
        RegressionByDiscretization RotationForest Stacking StackingC
        ThresholdSelector Vote
    """,
    "weka.classifiers.meta.nestedDichotomies": "ClassBalancedND DataNearBalancedND ND",
    "weka.classifiers.misc": "HyperPipes VFI",
    "weka.classifiers.rules": """
        ConjunctiveRule DTNB DecisionTable JRip M5Rules NNge OneR PART Prism Ridor
        ZeroR
    """,
    "weka.classifiers.trees": """
        ADTree BFTree DecisionStump FT Id3 J48 J48graft LADTree LMT M5P NBTree
        REPTree RandomForest RandomTree SimpleCart
    """,
    "weka.classifiers.trees.lmt": "LogisticBase",
    "weka.clusterers": """
        CLOPE Cobweb DBSCAN EM FarthestFirst FilteredClusterer HierarchicalClusterer
        MakeDensityBasedClusterer SimpleKMeans XMeans sIB
    """,
    "weka.clusterers.forOPTICSAndDBScan.Databases": "SequentialDatabase",
    "weka.clusterers.forOPTICSAndDBScan.DataObjects": """
        EuclideanDataObject ManhattanDataObject
    """,
    "weka.core": "ChebyshevDistance EditDistance EuclideanDistance ManhattanDistance",
    "weka.core.neighboursearch": "BallTree CoverTree KDTree LinearNNSearch",
    "weka.core.neighboursearch.balltrees": """
        BottomUpConstructor MedianDistanceFromArbitraryPoint MedianOfWidestDimension
        MiddleOutConstructor PointsClosestToFurthestChildren TopDownConstructor
    """,
    "weka.core.neighboursearch.kdtrees": """
        KMeansInpiredMethod MedianOfWidestDimension MidPointOfWidestDimension
        SlidingMidPointOfWidestSide
    """,
    "weka.filters": "AllFilter MultiFilter",
    "weka.filters.supervised.attribute": """
        AddClassification AttributeSelection ClassOrder Discretize NominalToBinary
        PLSFilter
    """,
    "weka.filters.supervised.instance": """
        Resample SMOTE SpreadSubsample StratifiedRemoveFolds
    """,
    "weka.filters.unsupervised.attribute": """
        Add AddCluster AddExpression AddID AddNoise AddValues Center
        ChangeDateFormat ClassAssigner ClusterMembership Copy Discretize FirstOrder
        InterquartileRange KernelFilter MakeIndicator MathExpression MergeTwoValues
        MultiInstanceToPropositional NominalToBinary NominalToString Normalize
        NumericCleaner NumericToBinary NumericToNominal NumericTransform Obfuscate
        PKIDiscretize PartitionedMultiFilter PrincipalComponents
        PropositionalToMultiInstance RELAGGS RandomProjection RandomSubset Remove
        RemoveType RemoveUseless Reorder ReplaceMissingValues Standardize
        StringToNominal SwapValues TimeSeriesDelta
        TimeSeriesTranslate Wavelet
    """,
    "weka.filters.unsupervised.instance": """
        NonSparseToSparse Normalize Randomize RemoveFolds RemoveFrequentValues
        RemoveMisclassified RemovePercentage RemoveRange RemoveWithValues Resample
        ReservoirSample SparseToNonSparse SubsetByExpression
    """,
}
HARMLESS = frozenset(
    f"{package}.{name}"
    for package, names in _BY_PACKAGE.items()
    for name in names.split()
)

# Of harmless classes, the options that are not, in 3.6.14 or in 3.9.6.
_READS, _WRITES = "reads a file", "writes a file"
REACHING = {
    "weka.attributeSelection.ClassifierSubsetEval": {"-H": _READS},
    "weka.classifiers.bayes.BayesNet": {"-B": _READS},
    "weka.classifiers.bayes.net.search.local.HillClimber": {"-X": _READS},
    "weka.classifiers.bayes.net.search.local.LAGDHillClimber": {"-X": _READS},
    "weka.classifiers.bayes.net.search.local.RepeatedHillClimber": {"-X": _READS},
    "weka.classifiers.bayes.net.search.local.TabuSearch": {"-X": _READS},
    "weka.classifiers.functions.MultilayerPerceptron": {"-G": "opens a window"},
    "weka.classifiers.meta.GridSearch": {"-log-file": _WRITES},
    "weka.classifiers.meta.Vote": {"-P": _READS},
    "weka.clusterers.XMeans": {"-N": _READS, "-O": _WRITES, "-Y": _READS},
    "weka.filters.supervised.attribute.AddClassification": {"-serialized": _READS},
    "weka.filters.unsupervised.attribute.AddCluster": {"-serialized": _READS},
    "weka.filters.unsupervised.attribute.KernelFilter": {"-F": _READS},
}
