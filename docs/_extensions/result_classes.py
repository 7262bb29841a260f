"""Classes that functions return are shown without the arguments of their constructors, which nobody calls."""

from typing import Any

RETURNED = {
    "Alternative",
    "Certificate",
    "Comparison",
    "CredibleBall",
    "Decision",
    "Extreme",
    "LabelDraws",
    "LearnedSurvey",
    "ModelCheck",
    "Posterior",
    "Result",
    "Rounds",
    "Simulation",
    "Status",
    "SureCore",
    "Uncertainty",
}


def setup(app: Any) -> dict[str, bool]:
    """Leave the arguments out when a signature is written."""
    app.connect("autodoc-process-signature", leave_out_arguments)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def leave_out_arguments(
    _app: Any, what: str, name: str, _found: Any, _options: Any, signature: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Return the signature of anything else as it is."""
    if what == "class" and name.rsplit(".", 1)[-1] in RETURNED:
        return "", returned
    return signature, returned
