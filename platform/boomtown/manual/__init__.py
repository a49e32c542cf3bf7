"""The manual: the pages of ``docs/``, for the site (``/docs``) and as a folder of plain pages."""

from boomtown.manual.manual import Manual, Page, Part, manual

__all__ = ["Manual", "Page", "Part", "manual"]
