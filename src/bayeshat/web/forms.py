"""What pages send: models of forms, lenient with texts, so that errors stand at their fields."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Annotated, Any

from fastapi.routing import APIRoute
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import Response

from ..words.message import Message
from .refusals import Refused

MAX_FIELDS = 20_000
# Bytes of a single field.
LONGEST_FIELD = 20_000_000
WHOLE_LIMIT = 2**31


def check_characters(text: str) -> str:
    """Refuse characters that no database can keep."""
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise ValueError(Message("page-invalid-characters"))
    return text


Text = Annotated[str, StringConstraints(strip_whitespace=True, max_length=10_000), AfterValidator(check_characters)]
LongText = Annotated[
    str, StringConstraints(strip_whitespace=True, max_length=2_000_000), AfterValidator(check_characters)
]
Secret = Annotated[str, StringConstraints(max_length=1000), AfterValidator(check_characters)]
Version = Annotated[Text, Field(description="the version that the page showed: a change in between is noticed")]
UploadId = Annotated[Text, Field(description="the file, once a page has asked about it: 32 hexadecimal digits")]
Again = Annotated[
    Text,
    AfterValidator(lambda text: text if text in ("latest", "separate") else ""),
    Field(description="whether people who come more than once are one person (latest) or several (separate)"),
]


class PageForm(BaseModel):
    """The fields of a form. Texts are stripped; what they mean is for the services to check."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)


class FreeForm(PageForm):
    """A form whose fields depend on what it is about, such as one for each question."""

    model_config = ConfigDict(extra="allow")

    @property
    def fields(self) -> dict[str, list[str]]:
        """The texts of all further fields."""
        given = self.model_extra or {}
        return {
            name: [text for text in (value if isinstance(value, list) else [value]) if isinstance(text, str)]
            for name, value in given.items()
        }


def read_whole(text: str, field: str) -> int:
    """Return the whole number, zero or more, in a field.

    Examples
    --------
    >>> read_whole("12", "version")
    12
    """
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or int(text) >= WHOLE_LIMIT:
        raise Refused(Message("page-whole-number"), field)
    return int(text)


def read_file(file: UploadFile | str | None) -> tuple[str, bytes]:
    """Return the name and content of a file; both are empty if none was chosen."""
    if not isinstance(file, UploadFile):
        return "", b""
    return file.filename or "", file.file.read()


class PageRoute(APIRoute):
    """A route whose forms may have many fields, as surveys with many questions do, and long ones."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return what answers a request."""
        handle = super().get_route_handler()

        async def answer(request: Request) -> Response:
            # What is read first is kept: everybody who asks for the form gets this one.
            if request.method == "POST":
                await request.form(max_files=4, max_fields=MAX_FIELDS, max_part_size=LONGEST_FIELD)
            return await handle(request)

        return answer
