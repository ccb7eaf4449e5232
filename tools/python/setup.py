"""What pyproject.toml cannot say: a wheel with our libraries is for one platform, and for every Python 3."""
from pathlib import Path

from setuptools import Distribution, setup

try:
    from setuptools.command.bdist_wheel import bdist_wheel
except ImportError:  # setuptools before 70
    from wheel.bdist_wheel import bdist_wheel

HAS_LIBRARIES = any(Path(__file__).parent.glob("bookends/*.so"))


class PlatformDistribution(Distribution):
    """Of all platforms only without libraries, as from the source package: they are then those of the system."""

    def has_ext_modules(self):
        return HAS_LIBRARIES


class PlatformWheel(bdist_wheel):
    """The libraries are called by ctypes: no Python's interface is compiled in."""

    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


setup(distclass=PlatformDistribution, cmdclass={"bdist_wheel": PlatformWheel})
