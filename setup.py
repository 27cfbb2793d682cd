# SPDX-License-Identifier: MIT
"""What pyproject.toml cannot say of a wheel: that CMake makes it, in the tree of everything else.

A wheel holds the package, the shared libraries that Linux does not promise to have, and the programs `edgeldp` and
`edgeldp-collect`, which need none. Its tags name the Python and the glibc that it was built with.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import SetupError
from wheel.bdist_wheel import bdist_wheel

from distutils.command.build_scripts import build_scripts  # isort: skip; setuptools brings it, and has to come first

ROOT = Path(__file__).resolve().parent
TREE = ROOT / "build"
SCRATCH = Path("build", "wheel")
PROGRAMS = ["edgeldp", "edgeldp-collect"]
# What every Linux of a glibc's age has: the list of PEP 600's tags, as far as anything of ours asks for it.
PROMISED = re.compile(r"(libc|libm|libgcc_s|libstdc\+\+|libz|ld-linux[-\w]*)\.so\.\d+")


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(edgeldp VERSION ([0-9.]+)", text)[1]


def run(*command):
    """For people on stderr; what is asked for on stdout."""
    print("setup.py:", *command, file=sys.stderr)
    try:
        return subprocess.run([str(word) for word in command], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    except FileNotFoundError:
        raise SetupError(f"{command[0]} is needed, and not here: .ci/dependencies.sh names what a wheel needs (packages_wheel)") from None
    except subprocess.CalledProcessError as error:
        print(error.stdout, file=sys.stderr)
        raise SetupError(f"{command[0]} failed, with what stands above") from None


def carry_libraries(module, folder):
    """Copies what `module` loads and Linux does not promise into `folder`, where its RPATH finds it."""
    for line in run("ldd", module).splitlines():
        found = re.match(r"\s*(\S+) => (\S+)", line)
        if found and not PROMISED.fullmatch(found[1]):
            if found[2] == "not":
                raise SetupError(f"{module} needs {found[1]}, which is not here")
            folder.mkdir(exist_ok=True)
            shutil.copyfile(found[2], folder / found[1])


class by_cmake(build_ext):
    def run(self):
        if self.inplace:
            raise SetupError("the package cannot be installed in place: build it, and set PYTHONPATH to build/apps/python")
        import pybind11

        library = Path(self.build_lib).resolve()
        shutil.rmtree(library, ignore_errors=True)  # what another version left
        run("cmake", "--preset", "python", f"-DPython_EXECUTABLE={sys.executable}", f"-Dpybind11_DIR={pybind11.get_cmake_dir()}")
        run("cmake", "--build", "--preset", "python", "--target", "edgeldp_wheel", "--parallel", os.environ.get("CMAKE_BUILD_PARALLEL_LEVEL", os.cpu_count()))
        run("cmake", "--install", TREE, "--component", "edgeldp_wheel", "--strip", "--prefix", library)
        carry_libraries(next((library / "edgeldp").glob("_edgeldp.*.so")), library / "edgeldp.libs")


class programs(build_scripts):
    def run(self):
        folder = Path(self.build_dir)
        folder.mkdir(parents=True, exist_ok=True)
        for name in PROGRAMS:
            shutil.copy(TREE / "apps" / "static" / name, folder / name)


class tagged(bdist_wheel):
    def get_tag(self):
        python, abi, platform = super().get_tag()
        name, _, glibc = os.confstr("CS_GNU_LIBC_VERSION").partition(" ")
        if name != "glibc" or not platform.startswith("linux_"):
            return python, abi, platform
        return python, abi, platform.replace("linux_", f"manylinux_{glibc.replace('.', '_')}_", 1)


SCRATCH.mkdir(parents=True, exist_ok=True)
setup(
    version=version(),
    packages=[],  # CMake installs them
    ext_modules=[Extension("edgeldp._edgeldp", sources=[])],
    scripts=PROGRAMS,
    cmdclass={"build_ext": by_cmake, "build_scripts": programs, "bdist_wheel": tagged},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}, "bdist_wheel": {"bdist_dir": str(SCRATCH / "dist")}},
)
