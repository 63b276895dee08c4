"""Build the tables of Spanish that come from public lists: names of people, and everyday words.

    python scripts/build_spanish_lists.py FAKER MEDDOCAN

FAKER is the unpacked package faker 40.54.0 (MIT License): its lists for Spain. MEDDOCAN is the
folder of the corpus with `train/` (CC BY 4.0). All other tables of Spanish were written by hand.
"""

import argparse
import importlib
import re
import sys
from collections import Counter
from pathlib import Path

from textveil.lexicon.tables.folding import squeeze_text

SHELF = Path(__file__).parents[1] / "src" / "textveil" / "lexicon" / "data" / "facts" / "es"
LEAST = 3
"""How often a word must stand in small letters before it counts as an everyday word."""

# The most frequent names, in order; the share of a name falls with its place.
FREQUENT = {
    "given-female": """María Carmen Ana Isabel Laura Dolores Pilar Cristina Marta Josefa Lucía
        Francisca Antonia Mercedes Elena Teresa Rosa Concepción Rosario Raquel Sara Paula Juana
        Manuela Beatriz Eva Patricia Silvia Rocío Irene Julia Encarnación Montserrat Andrea Alba
        Mónica Ángela Alicia Nuria Sonia Margarita Marina Sandra Susana Inmaculada Yolanda Natalia
        Claudia Sofía Esther Amparo Inés Carla Nerea Gloria Carolina Ainhoa Noelia Luisa Emilia
        Catalina Victoria Lorena Daniela Luz Consuelo""",
    "given-male": """Antonio José Manuel Francisco David Juan Javier Daniel Carlos Jesús Alejandro
        Miguel Rafael Pedro Pablo Ángel Sergio Fernando Jorge Luis Alberto Álvaro Adrián Diego Raúl
        Iván Rubén Enrique Óscar Ramón Vicente Andrés Joaquín Santiago Víctor Eduardo Mario Roberto
        Jaime Ignacio Marcos Alfonso Salvador Ricardo Jordi Hugo Emilio Guillermo Gabriel Julián
        Julio Tomás Agustín Martín Samuel Gonzalo Felipe Nicolás Ismael Cristian Joan Lucas Rodrigo
        Mateo Iker Aitor Xavier Marc Héctor César""",
    "surname": """García Rodríguez González Fernández López Martínez Sánchez Pérez Gómez Martín
        Jiménez Hernández Ruiz Díaz Moreno Muñoz Álvarez Romero Gutiérrez Alonso Navarro Torres
        Domínguez Ramos Vázquez Ramírez Gil Serrano Morales Molina Blanco Suárez Castro Ortega
        Delgado Ortiz Marín Rubio Núñez Medina Sanz Castillo Iglesias Cortés Garrido Santos Guerrero
        Lozano Cano Cruz Méndez Flores Prieto Herrera Peña León Márquez Cabrera Gallego Calvo Vidal
        Campos Vega Reyes Fuentes Carrasco Díez Aguilar Caballero Nieto Santana Vargas Pascual
        Giménez Herrero Hidalgo Montero Lorenzo Santiago Ibáñez Benítez Durán Ferrer Arias Mora
        Carmona Vicente Crespo Rojas Soto Román Pastor Velasco Sáez Parra Moya Bravo Soler Gallardo
        Rivera""",
}
MOST, RARE, FALL = 1_000_000, 4_000, 0.8

NAMES = """# Names of people in Spain; the value is how often a name is drawn beside others.
# Source: faker 40.54.0, lists for Spain. Licence: MIT. Order of frequent names: our own.
"""
WORDS = """# Everyday words: those that stand mostly in small letters in clinical cases.
# Source: MEDDOCAN, training cases (Marimon et al. 2019). Licence: CC BY 4.0. Changes: a list.
"""


def main() -> None:
    """Write both tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("faker", type=Path)
    parser.add_argument("meddocan", type=Path)
    arguments = parser.parse_args()
    sys.path.insert(0, str(arguments.faker))
    lists = importlib.import_module("faker.providers.person.es_ES").Provider
    roles = (
        ("given-female", lists.first_names_female),
        ("given-male", lists.first_names_male),
        ("surname", lists.last_names),
    )
    lines = []
    for role, names in roles:
        frequent = FREQUENT[role].split()
        # Of Garcia and García, the one with its accent.
        ways = {squeeze_text(name): name for name in (*sorted(names), *frequent) if " " not in name}
        shares = {name: int(MOST / at**FALL) for at, name in enumerate(frequent, 1)}
        rows = sorted((-shares.get(name, RARE), name) for name in ways.values())
        lines += [f"{name}\t{role}\t{-share}" for share, name in rows]
    (SHELF / "names.tsv").write_text(NAMES + "\n".join(lines) + "\n", "utf-8")
    (SHELF / "everyday_words.tsv").write_text(WORDS + everyday(arguments.meddocan), "utf-8")


def everyday(corpus: Path) -> str:
    """Return the words that are written small more often than not, as lines of a table."""
    small, large = Counter[str](), Counter[str]()
    for path in sorted((corpus / "train").rglob("*.txt")):
        for word in re.findall(r"(?<![\w@./-])[^\W\d_]{3,}(?![\w@])", path.read_text("utf-8")):
            (small if word.islower() else large)[word.lower()] += 1
    kept = [word for word, count in small.items() if count >= max(LEAST, large[word])]
    return "".join(f"{word}\teveryday-word\n" for word in sorted(kept))


if __name__ == "__main__":
    main()
