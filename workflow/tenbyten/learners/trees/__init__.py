"""J48 and J48graft on arrays: grow, prune, graft and read trees."""
