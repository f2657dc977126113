"""What sections of config.json are made of."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue, StringConstraints

ANIMA_NAME = r"[^\W_][\w-]{0,39}"


def _without_final_slash(value: object) -> object:
    return value.rstrip("/") if isinstance(value, str) else value


Name = Annotated[str, StringConstraints(pattern=rf"^{ANIMA_NAME}$")]
Address = Annotated[str, StringConstraints(pattern=r"^https?://[^\s/]+(/\S*)?$", max_length=2000)]
Url = Annotated[Address, BeforeValidator(_without_final_slash)]
Share = Annotated[float, Field(gt=0, le=1)]
Seconds = Annotated[float, Field(gt=0)]
TimeOfDay = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
Hours = Annotated[str, StringConstraints(pattern=r"^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$")]
Mode = Literal["A1", "A2", "B"]
Ambient = Literal["mentions", "all", "smart"]
Role = Literal["engineer", "researcher", "manager", "writer", "ops", "general"]
Platform = Literal["slack", "discord", "telegram"]


#: Marks a key that this version does nothing with: only its default is accepted, and the check says why.
LATER: dict[str, JsonValue] = {"later": True}


class Section(BaseModel):
    """Unknown keys are refused; a loaded config never changes."""

    model_config = ConfigDict(extra="forbid", frozen=True, hide_input_in_errors=True, validate_default=True)
