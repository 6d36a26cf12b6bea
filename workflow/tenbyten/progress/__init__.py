"""Tell people how far a study is: what is done, what runs, and the time that is left.

Nothing here settles a result, and no result depends on it.
"""
