"""The bodies of requests and answers, as the OpenAPI document describes them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from knockroll.server.errors import Code

Entropy = Annotated[
    str | None, Field(max_length=128, description="Your part of the game's chance: up to 64 random bytes, in hex.")
]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class PersonSeat(_Body):
    """A seat for a person."""

    kind: Literal["person"]


class ComputerSeat(_Body):
    """A seat for a computer player."""

    kind: Literal["computer"]
    player: str | None = Field(None, max_length=64, description="Its name; by default those of the game in turn.")


class NewTable(_Body):
    """A table to open."""

    model_config = ConfigDict(extra="forbid", strict=True, json_schema_extra={"examples": [{"game": "thirty_one"}]})

    game: str = Field(max_length=64)
    variant: str | None = Field(None, max_length=64)
    options: dict[str, bool | int | str | None] = Field(default_factory=dict, max_length=64)
    seats: list[Annotated[PersonSeat | ComputerSeat, Field(discriminator="kind")]] | None = Field(
        None, max_length=16, description="By default one person, and computer players in the other usual seats."
    )
    public: bool = Field(False, description="Whether the table is listed; else only who has its link finds it.")
    pace: int = Field(0, ge=0, le=10_000, description="Milliseconds that a computer player takes for a move.")
    clock: int | None = Field(None, ge=1, le=86_400, description="Seconds that a person has for a move.")
    away: int = Field(60, ge=1, le=86_400, description="Seconds until somebody who has gone is played for.")
    substitute: str | None = Field(
        None, max_length=64, description="Who plays for them; by default the usual opponent."
    )


class Sitting(_Body):
    """Somebody who sits down."""

    name: str = Field(min_length=1, max_length=100, description="A display name.")
    seat: int | None = Field(None, ge=0, le=63, description="The seat; by default the first that is free.")
    entropy: Entropy = None


class Another(_Body):
    """Somebody wants another game."""

    entropy: Entropy = None


class Move(_Body):
    """A move, and the number of the last event that its maker has seen."""

    move: str = Field(max_length=200, description="In the grammar of the game, such as `draw stock`.")
    seq: int = Field(ge=0, le=2**53)


class _Answer(BaseModel):
    model_config = ConfigDict(extra="allow")


class PlayerInfo(_Answer):
    """A computer player."""

    name: str
    character: str


class GameInfo(_Answer):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    score_name: str
    min_seats: int
    max_seats: int
    default_seats: int
    can_join: bool = Field(description="Whether people may join and leave between hands.")
    options: dict[str, Any] = Field(description="The options, as JSON schema.")
    variants: dict[str, Any]
    showing: dict[str, Any] = Field(description="How the game is told and shown: `knockroll.engine.showing.Showing`.")
    players: list[PlayerInfo] = Field(description="The usual opponent first.")


class GameWithRules(GameInfo):
    """A game with its rule book."""

    rules: str = Field(description="The rule book, in Markdown.")


class Games(_Answer):
    """All games."""

    games: list[GameInfo]


class SeatInfo(_Answer):
    """A seat, as everybody sees it."""

    seat: int
    kind: Literal["person", "computer"]
    name: str | None
    player: str | None = Field(description="The computer player that moves for this seat, if one does.")
    free: bool
    online: bool
    away: bool
    gone: bool


class Fairness(_Answer):
    """What makes the game's chance fair."""

    commitment: str = Field(description="SHA-256 of the secret of this game (or of the first, before it begins).")
    next_commitment: str
    secret: str | None = Field(description="The secret, when the game is over.")


class TableInfo(_Answer):
    """A table, as everybody sees it."""

    id: str
    game: str
    title: str
    variant: str | None
    options: dict[str, Any]
    public: bool
    pace: int
    clock: int | None
    away: int
    substitute: str
    created: float
    status: Literal["open", "running", "over", "closed"]
    seq: int
    games: int
    turn: int | None
    scores: list[int]
    winners: list[int]
    can_join: bool
    seats: list[SeatInfo]
    votes: list[int]
    fair: Fairness


class Tables(_Answer):
    """A list of tables."""

    tables: list[TableInfo]


class TableAnswer(_Answer):
    """A table, and which seat you have."""

    you: int | None
    link: str
    table: TableInfo


class Seated(TableAnswer):
    """Your seat; the token is shown this once."""

    token: str


class Position(_Answer):
    """Where the game is, as far as you may know."""

    seq: int
    you: int | None
    view: dict[str, Any] | None = Field(description="Null before the game begins.")


class Health(_Answer):
    """Whether the server works."""

    status: Literal["ok"]
    version: str


class ErrorDetail(_Answer):
    """What went wrong."""

    code: Code
    message: str


class ErrorAnswer(_Answer):
    """A refusal."""

    error: ErrorDetail


class ReplayRequest(_Body):
    """A record to be replayed."""

    record: dict[str, Any]


class Replay(_Answer):
    """A game step by step, all hands open."""

    game: str
    title: str
    seats: int
    verified: bool
    lines: list[str]
    result: dict[str, Any] | None
    hands: list[dict[str, Any]]
    steps: list[dict[str, Any]]
