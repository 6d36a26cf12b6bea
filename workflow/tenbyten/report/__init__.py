"""Tables in, figures and a page for people out."""
