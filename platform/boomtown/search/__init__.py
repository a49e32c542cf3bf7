"""One search over everything that can be read: rules, questions, answers, mechanics, examples,
lessons.

The header of the site, the ``/`` key, the API and the command line all ask ``find``.
"""

from boomtown.search.contents import everything, find, is_made
from boomtown.search.documents import Document, Kind, Part, Told
from boomtown.search.hits import Found, Hit, Origin, Reason
from boomtown.search.index import Index

__all__ = [
    "Document",
    "Found",
    "Hit",
    "Index",
    "Kind",
    "Origin",
    "Part",
    "Reason",
    "Told",
    "everything",
    "find",
    "is_made",
]
