import java.io.BufferedReader;
import java.io.FileReader;
import java.util.Random;
import weka.classifiers.Classifier;
import weka.classifiers.Evaluation;
import weka.classifiers.meta.FilteredClassifier;
import weka.core.Instances;
import weka.core.Utils;
import weka.filters.Filter;
import weka.filters.MultiFilter;
import weka.filters.supervised.attribute.Discretize;
import weka.filters.unsupervised.attribute.ReplaceMissingValues;

/**
 * The `paper` study on one data set, as short as it can be in Java: see weka_engine.py.
 *
 * Arguments: ARFF file, runs, folds, and the Java class of a classifier to do it alone.
 */
public class BareLoop {
  static final String[][] CLASSIFIERS = {
    {"weka.classifiers.bayes.NaiveBayes", "", ""},
    {"weka.classifiers.bayes.AODE", "", "impute"},
    {"weka.classifiers.bayes.HNB", "", "impute"},
    {"weka.classifiers.trees.J48", "-C 0.25 -M 2", ""},
    {"weka.classifiers.trees.J48graft", "-C 0.25 -M 2", ""},
  };

  static Classifier make(String[] entry) throws Exception {
    FilteredClassifier filtered = new FilteredClassifier();
    filtered.setClassifier(Classifier.forName(entry[0], Utils.splitOptions(entry[1])));
    if (entry[2].isEmpty()) {
      filtered.setFilter(new Discretize());
    } else {
      MultiFilter both = new MultiFilter();
      both.setFilters(new Filter[] {new Discretize(), new ReplaceMissingValues()});
      filtered.setFilter(both);
    }
    return filtered;
  }

  public static void main(String[] arguments) throws Exception {
    Instances data = new Instances(new BufferedReader(new FileReader(arguments[0])));
    data.setClassIndex(data.numAttributes() - 1);
    int runs = Integer.parseInt(arguments[1]);
    int folds = Integer.parseInt(arguments[2]);
    double[] correct = new double[CLASSIFIERS.length];
    for (int run = 1; run <= runs; run++) {
      Random random = new Random(run);
      Instances dealt = new Instances(data);
      dealt.randomize(random);
      dealt.stratify(folds);
      for (int fold = 0; fold < folds; fold++) {
        Instances training = dealt.trainCV(folds, fold, random);
        Instances test = dealt.testCV(folds, fold);
        for (int i = 0; i < CLASSIFIERS.length; i++) {
          if (arguments.length > 3 && !arguments[3].equals(CLASSIFIERS[i][0])) {
            continue;
          }
          Classifier classifier = make(CLASSIFIERS[i]);
          classifier.buildClassifier(training);
          Evaluation evaluation = new Evaluation(training);
          evaluation.evaluateModel(classifier, test);
          correct[i] += evaluation.correct();
        }
      }
    }
    for (int i = 0; i < CLASSIFIERS.length; i++) {
      System.out.printf("%s %d%n", CLASSIFIERS[i][0], (int) correct[i]);
    }
  }
}
