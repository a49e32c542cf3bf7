"""A bot for any game: it sits down at a table and answers by chance.

python random_bot.py SITE CODE, as in: python random_bot.py http://127.0.0.1:8000 dusty-mule-4821
"""

import json
import secrets
import sys
import time
import urllib.error
import urllib.request
from typing import Any


class Seat:
    """A seat at a table."""

    def __init__(self, site: str, code: str, name: str) -> None:
        self.url = f"{site}/api/tables/{code}"
        self.token = ""
        self.token = self.call("POST", "/seats", {"name": name})["token"]

    def call(self, method: str, path: str, body: object = None) -> Any:
        """One request to the API."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data, headers, method=method)
        while True:
            try:
                with urllib.request.urlopen(request) as reply:
                    return json.load(reply)
            except urllib.error.HTTPError as error:
                if error.code != 429:
                    raise
                time.sleep(int(error.headers["Retry-After"]))  # too fast for the site

    def play(self) -> Any:
        """Answers until the match is over, and says how it ended."""
        while self.call("GET", "")["phase"] == "open":
            time.sleep(1)
        while True:
            seen = self.call("GET", "/view")
            if seen["view"]["outcome"] is not None:
                return seen["view"]["outcome"]
            question = seen["question"]
            if question is None or question["given"] is not None:
                time.sleep(0.2)
            else:
                self.answer()

    def answer(self) -> None:
        """Gives one of the answers that are offered, unless the match has moved on meanwhile."""
        try:
            offers = self.call("GET", "/offers")
            answer = secrets.choice(offers["offers"])
            self.call("POST", "/answer", {"number": offers["number"], "answer": answer})
        except urllib.error.HTTPError as error:
            if error.code != 409:
                raise


if __name__ == "__main__":
    print(Seat(sys.argv[1], sys.argv[2], "Chancy").play())
