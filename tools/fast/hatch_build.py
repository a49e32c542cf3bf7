"""Puts compiled modules into the wheel, for one Python on one platform (``BOOMTOWN_COMPILE=1``)."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledWheel(BuildHookInterface[Any]):
    """Without the variable, and in a checkout, the wheel is pure Python."""

    PLUGIN_NAME = "custom"
    _made = ""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard" or not os.environ.get("BOOMTOWN_COMPILE"):
            return
        folder = tempfile.mkdtemp()
        self._made = folder
        subprocess.run(
            [sys.executable, "-m", "tools.fast", "--into", folder], cwd=self.root, check=True
        )
        build_data["force_include"][f"{folder}/boomtown_fast"] = "boomtown_fast"
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if self._made:
            shutil.rmtree(self._made)
