"""Whether this machine can run OpenCL programs, told without running one."""

from __future__ import annotations

import ctypes
import os
from pathlib import Path
from typing import Final

VENDORS: Final = Path("/etc/OpenCL/vendors")
"""Where every OpenCL implementation leaves a file."""
VENDORS_VARIABLE: Final = "OCL_ICD_VENDORS"
"""The loader's own variable: another folder, or one file."""


def implementations() -> tuple[str, ...]:
    """The names of the installed implementations: `pocl`, `nvidia`, `amdocl64`."""
    place = Path(os.environ.get(VENDORS_VARIABLE) or VENDORS)
    files = [place] if place.is_file() else sorted(place.glob("*.icd"))
    return tuple(file.stem.casefold() for file in files)


def only_pocl() -> bool:
    """Whether all that there is is PoCL, which computes on the processor."""
    found = implementations()
    return bool(found) and all(name.startswith("pocl") for name in found)


def trouble() -> str | None:
    """Why no OpenCL program runs here and what to do; None if one may."""
    try:
        ctypes.CDLL("libOpenCL.so.1")
    except OSError:
        return (
            "this machine has no OpenCL loader (libOpenCL.so.1): `apt-get install "
            "ocl-icd-libopencl1`, and a GPU's driver or, to compute on the processor, "
            "`apt-get install pocl-opencl-icd`"
        )
    if not implementations():
        return (
            "this machine has an OpenCL loader but no device: install a GPU's OpenCL driver or, "
            "to compute on the processor, `apt-get install pocl-opencl-icd`"
        )
    return None
