"""Compare many classifiers over many data sets.

Whether they differ at all: friedman (with Iman-Davenport), repeated_anova. Every two of
them: nemenyi, of_means, adjusted_p. All against a control: bonferroni_dunn, of_means,
adjusted_p; their results have the other classifiers in their order, the control left
out. omnibus holds p by permutation for friedman and repeated_anova, ranks the average
ranks behind friedman, nemenyi and bonferroni_dunn, and studentized the distributions
behind nemenyi and of_means.
"""
