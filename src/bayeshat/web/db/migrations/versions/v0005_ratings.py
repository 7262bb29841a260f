"""Ratings of earlier surveys stay options without order, as results were made of them.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import re

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_RATING = re.compile(r"""^\s*kind\s*=\s*["']rating["'].*$""", re.MULTILINE)
_SAYS_SO = re.compile(r"^\s*(bins|ordered)\s*=", re.MULTILINE)


def upgrade() -> None:
    """Write into every stored survey that its ratings have no order, where it does not cut them into bins."""
    connection = op.get_bind()
    for name in ("events", "sortings"):
        table = sa.Table(name, sa.MetaData(), autoload_with=connection)
        rows = connection.execute(sa.select(table.c.id, table.c.survey_toml)).all()
        changed = [{"one": row.id, "text": keep_options(row.survey_toml)} for row in rows]
        if changed:
            connection.execute(
                table.update().where(table.c.id == sa.bindparam("one")).values(survey_toml=sa.bindparam("text")),
                changed,
            )


def keep_options(text: str) -> str:
    """Return a survey whose ratings without bins have options without order, as they always had."""
    start, *questions = re.split(r"(?m)^(?=\s*\[\[\s*questions\s*\]\])", text)
    return start + "".join(
        one if _SAYS_SO.search(one) else _RATING.sub(lambda found: f"{found[0]}\nordered = false", one)
        for one in questions
    )
