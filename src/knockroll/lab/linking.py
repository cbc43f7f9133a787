"""Optimise a compiled loop once, as a whole.

A loop consists of a hundred functions or more. By default numba optimises each of them together with everything it
calls and makes machine code of it, so a function deep inside is optimised again at every level above it. But Python
never calls these functions: here they are only linked into the loop, which is optimised once. This halves the compile
time.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numba
from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

_KNOWN_NUMBA = (0, 68)
"""The version of numba whose internals this module extends. Other versions compile in their usual, slower way."""
_ENVIRONMENT = "_ZN08NumbaEnv"
"""The prefix of variables that hold the environments of compiled functions: their Python constants."""


class Part(JITCodeLibrary):
    """The code of one function: only a part of a loop, until someone asks for a pointer to call it directly."""

    _is_part = False

    def finalize(self) -> None:
        """Leave the code as it is: the functions that call it will link and optimise it."""
        self._raise_if_finalized()
        self._finalized = self._is_part = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return a pointer to the machine code of a function; 0 if this library has no function of that name."""
        self._ensure_finalized()
        if self._is_part:
            if not any(function.name == name for function in self.get_defined_functions()):
                return 0
            self._make_machine_code()
        return super().get_pointer_to_function(name)  # type: ignore[no-any-return]

    def _make_machine_code(self) -> None:
        self._is_part = self._finalized = False
        self._final_module = self._linked()
        self._shared_module = None
        self._optimize_final_module()
        self._final_module.verify()
        self._finalize_final_module()
        codegen: Any = self._codegen
        for variable in self._final_module.global_variables:
            if variable.name.startswith(_ENVIRONMENT) and (environment := lookup_environment(variable.name)):
                codegen.set_env(variable.name, environment)

    def _get_module_for_linking(self) -> Any:
        """Return the module that another library, which does not know about parts, should link."""
        if not self._is_part:
            return super()._get_module_for_linking()
        module = self._linked()
        for function in module.functions:
            if not function.is_declaration and function.linkage == Linkage.external:
                function.linkage = "linkonce_odr"
        return module

    def _linked(self) -> Any:
        """Return a module with this code and all the code that it calls."""
        module, defined = self._final_module.clone(), set()
        for library in self._called():
            self._reload_init.update(library._reload_init)
            is_part = isinstance(library, Part) and library._is_part
            shared = JITCodeLibrary._get_module_for_linking(library) if is_part else library._get_module_for_linking()
            defined |= {function.name for function in shared.functions if not function.is_declaration}
            module.link_in(shared, preserve=True)
        if lost := [
            function.name for function in module.functions if function.is_declaration and function.name in defined
        ]:
            raise RuntimeError(f"not linked, though they are called: {', '.join(lost)}")
        return module

    def _called(self) -> list[Any]:
        """Return the libraries of all functions called, directly or by other parts, callers first.

        The order matters: LLVM leaves functions out of a module that nothing in it has called so far.
        """
        found: dict[Any, None] = {}  # callers last, for now

        def visit(library: Any) -> None:
            if library not in found:
                if isinstance(library, Part) and library._is_part:
                    for called in library._linking_libraries:
                        visit(called)
                found[library] = None

        for called in self._linking_libraries:
            visit(called)
        return list(found)[::-1]


@contextmanager
def linked_as_a_whole() -> Iterator[None]:
    """Compile functions as parts inside this context. The caller holds numba's compiler lock."""
    if numba.version_info.short != _KNOWN_NUMBA:
        yield
        return
    codegen: Any = cpu_target.target_context.codegen()
    library_class, set_environment = codegen._library_class, codegen.set_env

    def set_if_loaded(name: str, environment: Any) -> None:
        if codegen._engine.is_symbol_defined(name):  # a part has not been loaded, so there is nothing to set
            set_environment(name, environment)

    codegen._library_class, codegen.set_env = Part, set_if_loaded
    try:
        yield
    finally:
        codegen._library_class, codegen.set_env = library_class, set_environment
