"""Tables in files: any file as columns of text, and our own CSV."""
