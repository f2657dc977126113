"""Small judges that learn from labelled examples: n-grams of a text, weighed linearly. numpy alone at run time."""
