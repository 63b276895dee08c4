"""Games: numbers in, numbers out. What players gain, and which moves they make."""
