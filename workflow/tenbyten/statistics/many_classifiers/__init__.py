"""Compare many classifiers over many data sets.

Whether they differ at all: friedman (with Iman-Davenport), repeated_anova. Every two of
them: nemenyi, tukey, adjusted_p. All against a control: bonferroni_dunn, dunnett,
adjusted_p; their results have the other classifiers in their order, the control left
out. ranks are the average ranks behind friedman, nemenyi and bonferroni_dunn;
studentized holds the distributions behind nemenyi, tukey and dunnett.
"""
