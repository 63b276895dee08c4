"""Study: measured against gold documents, shown on pages, drawn as charts."""
