"""Rules on listed words: names, places, organizations, professions and traits."""
