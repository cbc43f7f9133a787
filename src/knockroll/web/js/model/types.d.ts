/**
 * What the server sends and takes. Written by scripts/schema.py from the structures in Python: change it there.
 */

/** How a hand ended. `{0}` in a text stands for the player on seat 0. */
export interface Account {
  /** `{1} went gin` */
  title: string;
  /** Why it came out so, ties and exceptions included, in one or more sentences. */
  detail?: string;
  /** The clause of the rule book, if the game has one. */
  clause?: string;
  /** For each seat the summands of its points; they add up to them. */
  sums?: Term[][];
  /** For each seat what else is to be said beside its cards: `laid off 5♥ on the run`, `dropped`; or nothing. */
  notes?: string[];
  /** For each seat the cards that count, where not all do. */
  counting?: string[][];
}

/** Somebody wants another game. */
export interface Another {
  /** Your part of its chance: up to 64 random bytes, in hex. */
  entropy?: string | null;
}

/** What somebody says to another game that was asked for. */
export interface Answer {
  /** Whether you want it, too. */
  yes: boolean;
  /** Your part of its chance: up to 64 random bytes, in hex. */
  entropy?: string | null;
}

/** A bot that is waiting for invitations. */
export interface BotInfo {
  /** The name the bot is listed under. */
  name: string;
  /** A description of the bot, in one line. */
  character: string;
  /** The games the bot plays. */
  games: string[];
}

/** The bots that wait for invitations. */
export interface BotsWaiting {
  /** By name. */
  bots: BotInfo[];
}

/** What a record says of a game's chance: a seed, a script, or a commitment and what it hid. */
export interface ChanceDocument {
  /** Of a fair game: SHA-256 of the secret. */
  commitment?: string;
  /** What each seat added, in hexadecimal, by seat. */
  entropy?: Record<string, string>;
  /** The number of the game under its seed. */
  game?: number;
  /** Which of the three. */
  kind: "fair" | "scripted" | "seeded";
  /** Of a scripted game: what was written down. */
  script?: unknown[];
  /** The secret, in hexadecimal; null while the game goes on. */
  secret?: string | null;
  /** Of a seeded game: 64 hexadecimal digits. */
  seed?: string;
}

/** Why a request was refused. Clients may rely on these; the messages beside them are for people. */
export type Code =
  | "bad_host"
  | "bad_origin"
  | "bad_token"
  | "closed"
  | "damaged"
  | "illegal_move"
  | "internal"
  | "invalid_entropy"
  | "invalid_move"
  | "invalid_name"
  | "invalid_option"
  | "invalid_record"
  | "malformed"
  | "method_not_allowed"
  | "no_seat"
  | "no_vote"
  | "not_found"
  | "not_host"
  | "not_over"
  | "not_running"
  | "not_seated"
  | "not_your_turn"
  | "stale"
  | "too_fast"
  | "too_large"
  | "too_many"
  | "unavailable"
  | "unknown_game"
  | "unknown_player"
  | "unknown_table";

/** A seat for a computer player. */
export interface ComputerSeat {
  kind: "computer";
  /** Its name; by default those of the game in turn. */
  player?: string | null;
}

/** Dice in a row. */
export interface Dice {
  is: "dice";
  /** What people call them. */
  label: string;
  /** The field of the view. */
  field: string;
  /** The verb that takes some of them. */
  choose?: string;
  /** How many places are drawn, empty or not. */
  slots?: number;
  /** What to say where there are none. */
  none?: string;
}

/** A refusal. */
export interface ErrorAnswer {
  /** What was refused, and why. */
  error: ErrorDetail;
}

/** What went wrong. */
export interface ErrorDetail {
  /** Why, for programs. */
  code: Code;
  /** For whoever writes a program. */
  message: string;
  /** For a person, in a sentence; {0}, {1} … stand for the players on these seats. */
  reason: string;
}

/** A message of yours was refused, and nothing has changed. */
export interface ErrorMessage {
  type: "error";
  /** Why, for programs. */
  code: Code;
  /** For whoever writes a program. */
  message: string;
  /** For a person, in a sentence; {0}, {1} … stand for the players on these seats. */
  reason: string;
  /** The id of your message. */
  answer: number | string | null;
}

/**
 * Something that happened at the table. `kind` is the first word of a move (`draw`, `discard`, `knock`, `keep` …)
 * or one of `dealer`, `cut`, `deal`, `upcard`, `reshuffle`, `show`, `add`, `join`, `leave`, `hand over`, `game
 * over`, or a word of its game.
 */
export interface Event {
  /** What happened. */
  kind: string;
  /** Who did it, or whom it concerns; None if that is nobody. */
  seat?: number | null;
  /** The move in the grammar, where the event is one. */
  text?: string;
  /** The cards that moved, as far as the receiver may see them. */
  cards?: string[];
  /** How many cards moved, seen or not. */
  count?: number;
  /** Where they came from: `stock`, `discard`, `hand`. */
  source?: string;
  /** Where they went: `hand`, `discard`, `spread 2`, `table`, `stock`. */
  target?: string;
  /** The dice that were thrown or kept. */
  dice?: number[];
  /**
   * For `hand over` the change of each seat's score, for `game over` the final scores, else the one number that
   * the event is about: what dice that were kept or banked are worth, the deadwood of a knock.
   */
  points?: number[];
  /** Who won the hand or the game. */
  winners?: number[];
  /** For `hand over`: one of `Game.endings`. */
  ending?: string;
  /** For `show`: how the table has arranged the hand. */
  melds?: string[][];
  /**
   * Fields of the view as they are after this event, beside what cards that move change by themselves. Everybody
   * may know them. What is cleared away when a hand is over is in the view that follows, or in the next deal.
   */
  changes?: Record<string, unknown>;
  /** For `hand over`: how it is told. */
  account?: Account | null;
}

/** Something has happened, and is committed. */
export interface EventMessage {
  type: "event";
  /** Its number; they are counted up, for each table by itself. */
  seq: number;
  /** Which of the table's games. */
  game: number;
  /** What has happened. */
  kind:
    | "again"
    | "away"
    | "back"
    | "close"
    | "game"
    | "host"
    | "join"
    | "leave"
    | "lock"
    | "move"
    | "no"
    | "sit"
    | "start";
  /** What happened at the table of the game, for you to show one after the other. */
  events: Event[];
  /** Who did it. */
  seat?: number;
  /** The display name of who sat down or left. */
  name?: string | null;
  /** The move, in the grammar of the game. */
  move?: string;
  /** Who made it: the person, a computer player, the substitute, or the clock. */
  by?: "clock" | "computer" | "person" | "substitute";
  /** Whether they have added to the chance of the game. */
  entropy?: boolean;
  /** Whether they have left a game that people may leave, and are not dealt in again. */
  for_good?: boolean;
  /** Whether it was the host who wanted somebody to leave. */
  removed?: boolean;
  /** Whether somebody is away by their own wish. */
  handed_over?: boolean;
  /** Whether the game that is wanted or begins takes the place of one that was not over. */
  reset?: boolean;
  /** Whether the host has begun this game without asking the others. */
  by_host?: boolean;
  /** Whether nobody else may sit down from now on. */
  locked?: boolean;
  /** Why the table was closed. */
  reason?: string;
  /** When the clock of the person to move ends, in seconds since 1970. */
  deadline?: number;
  /** Sent if more than the position has changed. */
  table?: TableInfo;
  /** What you may know after it; with `acts` if you asked for them (`?acts=true`), since the events tell them. */
  view?: View | null;
  /** The id of your move that this answers. */
  answer?: number | string | null;
}

/** What makes the game's chance fair. */
export interface Fairness {
  /** SHA-256 of the secret of this game (or of the first, before it begins). */
  commitment: string;
  /** The same for the game after this one. */
  next_commitment: string;
  /** The secret, when the game is over. */
  secret: string | null;
}

/** A game that can be played here. */
export interface GameInfo {
  /** What it is called in requests. */
  name: string;
  /** What people call it. */
  title: string;
  /** What it is, in one sentence. */
  summary: string;
  /** What scores are counted in: points, strikes, chips. */
  score_name: string;
  /** For how many at least … */
  min_seats: number;
  /** … and at most … */
  max_seats: number;
  /** … and usually. */
  default_seats: number;
  /** Whether people may join and leave between hands. */
  can_join: boolean;
  /** Its options, as JSON schema. */
  options: OptionsSchema;
  /** Its variants, by name. */
  variants: Record<string, VariantInfo>;
  /**
   * What to offer people, the one to begin with first. A table that is opened without a variant has the source's.
   */
  rule_sets: RuleSet[];
  /** The usual opponent first. */
  players: PlayerInfo[];
  /** How the game is told and shown. */
  showing: Showing;
}

/** A game with its rule book. */
export interface GameWithRules {
  /** What it is called in requests. */
  name: string;
  /** What people call it. */
  title: string;
  /** What it is, in one sentence. */
  summary: string;
  /** What scores are counted in: points, strikes, chips. */
  score_name: string;
  /** For how many at least … */
  min_seats: number;
  /** … and at most … */
  max_seats: number;
  /** … and usually. */
  default_seats: number;
  /** Whether people may join and leave between hands. */
  can_join: boolean;
  /** Its options, as JSON schema. */
  options: OptionsSchema;
  /** Its variants, by name. */
  variants: Record<string, VariantInfo>;
  /**
   * What to offer people, the one to begin with first. A table that is opened without a variant has the source's.
   */
  rule_sets: RuleSet[];
  /** The usual opponent first. */
  players: PlayerInfo[];
  /** How the game is told and shown. */
  showing: Showing;
  /** The rule book, in Markdown. */
  rules: string;
}

/** All games. */
export interface Games {
  /** By name. */
  games: GameInfo[];
}

/** What chance gave after so many moves: one of a dealer, a deck, dice. */
export interface GivenDocument {
  /** So many moves. */
  after: number;
  /** The seat that became the first dealer. */
  dealer?: number;
  /** 52 cards in dealing order. */
  deck?: string;
  /** The faces of the dice thrown. */
  dice?: string;
}

/** A finished hand, or a finished turn of a dice game. */
export interface Hand {
  /** The cards of each seat. */
  cards: (string[] | null)[];
  /** How they are arranged. */
  melds: string[][][];
  /** What they count. */
  counts: (number | null)[];
  /** One of `Game.endings`. */
  ending: string;
  /** The change of each seat's score. */
  points: number[];
  /** The seats that won it; nobody, if it is void. */
  winners: number[];
  /** Who dealt it. */
  dealer: number;
  /** How it is told. */
  account: Account;
}

/** How an event is told and heard. Places: `{who} {cards} {dice} {n} {target} {count} {winners}`. */
export interface Happening {
  /** A sentence for the log; nothing if the event is not worth one. */
  text?: string;
  /** What the seat did, to be read beside its name: `took {cards}`. */
  short?: string;
  /** What to let people hear. */
  cue?: Cue;
  /** A moment worth a pause: `Hot dice`. */
  banner?: string;
  /** Of the banner. */
  tone?: "" | "bad" | "good";
  /** Whether everybody should look at the seat: a knock. */
  stands_out?: boolean;
}

/** Whether the server works. */
export interface Health {
  /** It does. */
  status: "ok";
  /** The version of Knock & Roll. */
  version: string;
}

/** A sign of life on a stream. */
export interface Heartbeat {
  type: "ping";
}

/** The first message of a connection. One that resumes has no view: the missed events follow. */
export interface Hello {
  type: "hello";
  /** The number of the last event. */
  seq: number;
  /** Your seat; null if you look on. */
  you: number | null;
  /** Whether this goes on from the number that you gave. */
  resumed: boolean;
  /** The table as it is now. */
  table: TableInfo;
  /** What you may know; null before the first game. */
  view?: View | null;
}

/** What players hold. */
export interface Holding {
  /** Cards dealt to each; 0 if there are no cards. */
  size?: number;
  /** The option that says how many, where there is one. */
  size_option?: string;
  /** How many more a player may hold within a turn. */
  drawn?: number;
  /** What `Reading.count` and the counts of a showdown are called: `deadwood`. */
  count?: string;
}

/** What the host of a table wants. */
export interface HostRequest {
  /** What you want done. */
  do: "hand_on" | "lock" | "remove" | "reset" | "start" | "unlock";
  /** Who is to be removed, or to be the host. */
  seat?: number | null;
  /** For a reset: your part of the new game's chance, up to 64 random bytes, in hex. */
  entropy?: string | null;
}

/** An invitation for a bot to sit down at a table. */
export interface Invitation {
  type: "invitation";
  /** The table's id, which is the end of its link. */
  table: string;
  /** The game's name, as used in requests. */
  game: string;
  /** The table's address. */
  link: string;
}

/** Whom to invite. */
export interface InviteRequest {
  /** A display name; 24 characters of it may be visible. */
  bot: string;
}

/** A word beside a player's name, from a field of the view. */
export interface Mark {
  /** The field of the view. */
  field: string;
  /** With `{n}`, if the field has numbers. */
  text: string;
  /** Whether the field is a seat or null, a list of seats, or a list with a number for each seat. */
  kind?: "numbers" | "seat" | "seats";
  /** The number from which on the mark is shown. */
  at_least?: number;
}

/** A move, and the number of the last event that its maker has seen. */
export interface Move {
  /** In the grammar of the game, such as `draw stock`. */
  move: string;
  /** A move that comes too late is refused. */
  seq: number;
}

/** A move that answers the event with the number `seq`. */
export interface MoveMessage {
  type: "move";
  /** In the grammar of the game, such as `draw stock`. */
  move: string;
  /** The number of the last event that you have seen: a move that comes too late is refused. */
  seq: number;
  /** Whatever you like; the answer has it. */
  id?: string | number | null;
}

/** A table to open. */
export interface NewTable {
  /** Its name. */
  game: string;
  /** A variant of the game; without one it is played as its source has it. */
  variant?: string | null;
  /** Options by name, on top of the variant. */
  options?: Record<string, number | boolean | string | null>;
  /** By default one person, and computer players in the other usual seats. */
  seats?: (PersonSeat | ComputerSeat)[] | null;
  /** Whether the table is listed; else only who has its link finds it. */
  public?: boolean;
  /** Milliseconds that a computer player takes for a move. */
  pace?: number;
  /** Seconds that a person has for a move. */
  clock?: number | null;
  /** Seconds until somebody who has gone is played for. */
  away?: number;
  /** Who plays for them; by default the usual opponent. */
  substitute?: string | null;
  /** The display name that you are about to sit down with: no table is opened if that would be refused. */
  name?: string | null;
}

/** Hands that lie open before the hand is over: fields with a row for each seat. */
export interface OpenHands {
  is: "open hands";
  /** All cards of each seat; none if its hand is covered. */
  field: string;
  /** How they are arranged. */
  melds?: string;
  /** What was added to the melds of somebody else. */
  added?: string;
}

/** A table that you have opened; the token of its host is shown this once. */
export interface Opened {
  /** Your seat; null if you have none. */
  you: number | null;
  /** The address of the table, for others to follow. */
  link: string;
  /** The table as it is now. */
  table: TableInfo;
  /** Send it when you sit down, and the token of your seat is the host's from then on. */
  host: string;
}

/** Options that belong together. */
export interface OptionGroup {
  /** What they are about. */
  title: string;
  /** By name. */
  options: Record<string, OptionWords>;
}

/** An option as JSON schema. */
export interface OptionSchema {
  /** Its value, unless another is named. */
  default: number | boolean | string | null;
  /** What it says. */
  description: string;
  /** The values there are. */
  enum?: (number | boolean | string | null)[];
  /** … and the greatest number. */
  maximum?: number;
  /** The least … */
  minimum?: number;
  /** Of its values. */
  type?: string | string[];
}

/** How an option is told to people. What it does is said by the option itself. */
export interface OptionWords {
  /** What people call it: `Bonus for gin`. */
  label: string;
  /** The clause of the rule book that it changes. */
  clause?: string;
  /** Values in words, by how they are typed (`none`, `49_50`, `0`), where that is no word of a person's. */
  said?: Record<string, string>;
}

/** All options of a game as JSON schema. */
export interface OptionsSchema {
  /** There are no others. */
  additionalProperties: boolean;
  /** The options by name. */
  properties: Record<string, OptionSchema>;
  type: "object";
}

/** A seat for a person. */
export interface PersonSeat {
  kind: "person";
}

/** A pile of cards. Its field of the view is a number of covered cards, or a list of cards, the top one last. */
export interface Pile {
  is: "pile";
  /** What events call it, in `source` and `target`. */
  place: string;
  /** What people call it. */
  label: string;
  /** The field of the view. */
  field: string;
  /** The verb of somebody who takes the top card. */
  take?: string;
  /** The verbs of somebody who puts a card there. */
  put?: string[];
}

/** Is anybody there? */
export interface PingMessage {
  type: "ping";
  /** Whatever you like. */
  id?: string | number | null;
}

/** A computer player. */
export interface PlayerInfo {
  /** What it is called, here and in requests. */
  name: string;
  /** Who that is, in one line. */
  character: string;
  /** From 1 to 5, as the ladder has it; 0 if nobody has measured it. */
  strength: number;
  /** How it may be drawn; what is left open follows from the name. */
  look: Look[];
  /** Whether it takes its time: seconds for a move. */
  slow: boolean;
}

/** A player, as everybody sees them. */
export interface PlayerView {
  /** How many cards they hold. */
  cards: number;
  /** Whether they do not play any more. */
  out: boolean;
  /** Points, strikes or chips: what `Showing.score` says. */
  score: number;
  /** Their number. */
  seat: number;
}

/** The answer to a ping. */
export interface Pong {
  type: "pong";
}

/** Where the game is, as far as you may know. The view is null before the game begins. */
export interface Position {
  /** The number of the last event. */
  seq: number;
  /** Your seat; null if you look on. */
  you: number | null;
  /** What you may know. */
  view: View | null;
}

/** Who is there. */
export interface Presence {
  type: "presence";
  /** The seats with a live connection. */
  online: number[];
}

/** Where others find this server. Only who asks on the same machine is told. */
export interface Reach {
  /** Whether it listens to nobody but this machine: others reach it if it was started with `--host 0.0.0.0`. */
  here_only: boolean;
  /** Addresses of this machine in its network, as far as they are known, without the path. */
  urls: string[];
}

/** Say one of the things that can be said, to everybody at the table. */
export interface ReactMessage {
  type: "react";
  /** Its name: see `/api/reactions`. */
  reaction: string;
  /** Whatever you like; the answer has it. */
  id?: string | number | null;
}

/** Somebody at the table has something to say. It is no part of the game, has no number, and is not kept. */
export interface Reacted {
  type: "reaction";
  /** Who said it. */
  seat: number;
  /** Its name: see `/api/reactions`. */
  reaction: string;
}

/** Something that can be said. */
export interface Reaction {
  /** What a message calls it. */
  name: string;
  /** What is said. */
  words: string;
  /** One character that the usual fonts have. */
  symbol: string;
}

/** What people at a table can say to each other. */
export interface Reactions {
  /** In the order in which to offer them. */
  reactions: Reaction[];
}

/**
 * A seat's position read for a person. JSON writes all of it: bots read it, too. `{0}` in a text stands for the
 * player on seat 0.
 */
export interface Reading {
  /** The hand as it is best arranged: what belongs together … */
  melds: string[][];
  /** … and what is left over. */
  loose: string[];
  /** What the hand counts as it stands: its value, its deadwood, its points. */
  count: number | null;
  /**
   * A number that says what a move would mean, where it is not plain: `{"knock 7h": 4, "keep 1 5": 150}`. The
   * table leaves out moves that are not legal now.
   */
  worth: Record<string, number>;
  /**
   * After a move that others may follow at once, the worth of those: `{"keep 1 5": {"throw": 4, "bank": 450}}`.
   */
  then: Record<string, Record<string, number>>;
  /** What a person should be told before a move that may surprise them; of legal moves, too. */
  warnings: Record<string, string>;
  /** What a person should know before the list of what can be done: `Your last turn: {1} knocked`. */
  prompt: string;
}

/** Whether the server can save what happens. */
export interface Ready {
  /** It does. */
  status: "ok";
  /** The version of Knock & Roll. */
  version: string;
  /** How this process hears of others that serve the same tables: there are none; at once; more slowly for now. */
  bus: "away" | "none" | "ok";
}

/** A record, as it is written. */
export interface RecordDocument {
  /** Where deals and throws came from. */
  chance: ChanceDocument;
  /** The first dealer, if one was named. */
  dealer: number | null;
  /** What this is: 2 if the game began at a position that was set up. */
  format: "knockroll/1" | "knockroll/2";
  /** The name of the game. */
  game: string;
  /** All that chance gave, in order. */
  given: GivenDocument[];
  /** All moves, in order; `join` and `leave` among them. */
  moves: string[];
  /** Who played, if the server wrote the record. */
  names?: (string | null)[];
  /** The value of every option. */
  options: Record<string, number | boolean | string | null>;
  /** How it ended; null if it is not over. */
  result: Result | null;
  /** How many sat down at the start. */
  seats: number;
  /** In `knockroll/2`, what was said of the position that the game began at. */
  setup?: Record<string, unknown>;
  /** The variant; null if the options are of none. */
  variant: string | null;
}

/** A game step by step, all hands open. */
export interface Replay {
  /** The name of the game. */
  game: string;
  /** What people call it. */
  title: string;
  /** How many played. */
  seats: number;
  /** Whether the game is over and its chance could be checked, not only its moves. */
  verified: boolean;
  /** What replaying it proves, in words. */
  lines: string[];
  /** How it ended; null if it is not over. */
  result: Result | null;
  /** What each hand came to. */
  hands: Hand[];
  /** Every position, the first one included. */
  steps: ReplayStep[];
}

/** A record to be replayed. What is in it is checked by the engine. */
export interface ReplayRequest {
  /** A record, see docs/records.md. */
  record: Record<string, unknown>;
}

/** A position of a game, and what led to it. */
export interface ReplayStep {
  /** The move; null for the first position. */
  move: string | null;
  /** Who made it. */
  seat: number | null;
  /** What happened, all cards open. */
  events: Event[];
  /** The position. */
  view: StepView;
}

/** How a game ended. */
export interface Result {
  /** The seats that won. */
  winners: number[];
  /** The score of each seat. */
  scores: number[];
}

/** What a game is played in. */
export interface Round {
  /** What one is called … */
  one?: string;
  /** … and several. */
  many?: string;
  /** Whether people want to look at its end before the next one begins. */
  pauses?: boolean;
  /** The option that says how many are played. */
  number?: string;
}

/** A set of rules that is offered by name. */
export interface RuleSet {
  /** What to open a table with; null for the game as its source has it. */
  variant: string | null;
  /** What people call it. */
  title: string;
  /** What it is, in a sentence or two. */
  help: string;
  /** The values of all options. */
  options: Record<string, number | boolean | string | null>;
  /** For how many at most. */
  max_seats: number;
}

/** What a score counts and how it is shown. */
export interface Score {
  /** `strike` */
  one: string;
  /** `strikes` */
  many: string;
  /** Whether a high or a low score is good. */
  best?: "high" | "low";
  /**
   * A number; a row of marks up to the limit; a number with its sign, as chips are counted; a race to the limit.
   */
  style?: "marks" | "number" | "race" | "signed";
  /** The option that a score is held against: a target to reach, or the strikes that put a player out. */
  limit?: string;
}

/** A seat, as everybody sees it. */
export interface SeatInfo {
  /** Its number. */
  seat: number;
  /** Who it is for: `person` or `computer`. */
  kind: "computer" | "person";
  /** The display name of who sits there; null if no person does. */
  name: string | null;
  /** The computer player that moves for this seat, if one does. */
  player: string | null;
  /** Whether that one takes its time: seconds for a move. */
  slow: boolean;
  /** Whether a person may sit down. */
  free: boolean;
  /** Whether its person has a live connection. */
  online: boolean;
  /** Whether its person is away, and a computer player moves for it. */
  away: boolean;
  /** Whether its player has left a game that people may leave: nobody is dealt in here again. */
  gone: boolean;
  /** Whether this person is away by their own wish, until they take the seat back. */
  handed_over: boolean;
  /** Whether this person has sat down in the middle of a hand, and is dealt in with the next. */
  waiting: boolean;
}

/** Your seat; the token is shown this once. */
export interface Seated {
  /** Your seat; null if you have none. */
  you: number | null;
  /** The address of the table, for others to follow. */
  link: string;
  /** The table as it is now. */
  table: TableInfo;
  /** Opens your seat: send it as `Authorization: Bearer`. */
  token: string;
}

/** Everything a front end has to know about a game. */
export interface Showing {
  /** What a score counts. */
  score: Score;
  /** What lies on the table, in the order in which to show it. */
  middle: (Pile | Spreads | OpenHands | Dice | Total)[];
  /** What can be done. */
  verbs: Verb[];
  /** By an event's kind, or its kind and source, such as `draw stock`. */
  events: Record<string, Happening>;
  /** What it is played in. */
  round?: Round;
  /** What players hold. */
  hand?: Holding;
  /** Words beside players' names. */
  marks?: Mark[];
  /** What to do in a phase, where a list of its verbs is not the best way to say it. */
  prompts?: Record<string, string>;
  /** All options in words, in the order in which a form shows them; without, their names have to do. */
  options?: OptionGroup[];
  /** The score card, where people want to have one at hand. */
  worth?: Worth[];
  /** Why a hand may be over before somebody's first move. */
  sudden?: SuddenEnd[];
  /** Whether the dealer is of interest. */
  has_dealer?: boolean;
  /** How the game is won, in one sentence. */
  goal: string;
  /** What stands for the game in a list of games: cards (`Ah`), dice (`5`), or nothing for a card face down. */
  picture?: string[];
}

/** Somebody who sits down. */
export interface Sitting {
  /** A display name; 24 characters of it may be visible. */
  name: string;
  /** The seat; by default the first that is free. */
  seat?: number | null;
  /** Your part of the game's chance: up to 64 random bytes, in hex. */
  entropy?: string | null;
}

/** A meld on the table, see `Spreads`. */
export interface SpreadView {
  /** In card order. */
  cards: string[];
  /** Counted from 1, as they were laid: `hit 8c on 1`. */
  number: number;
  /** The seat that laid it. */
  owner: number;
}

/** Melds on the table: a list of `{number, cards, owner}`. */
export interface Spreads {
  is: "spreads";
  /** What people call them. */
  label: string;
  /** The field of the view. */
  field: string;
  /** The verbs of somebody who adds a card to one. */
  put?: string[];
}

/** The stage a table is at, as its row says. */
export type Status = "closed" | "open" | "over" | "running";

/** A step of a replay: what everybody could see, and all hands. */
export interface StepView {
  /** Who deals this hand. In a dice game the player to the left of this one began. */
  dealer: number | null;
  /** The top of the discard pile. */
  discard?: string | null;
  /** The name of the game. */
  game: string;
  /** In a card game, the cards of the seat. */
  hand?: string[];
  /** The cards of each seat. */
  hands: string[][];
  /** The hands (of a dice game, the turns) that are over. */
  hands_played: number;
  /** What the seat to move has to do: one of `Game.phases`. */
  phase: string;
  /** The discards, the top one last; None for those that nobody may look at. */
  pile?: (string | null)[];
  /** Everybody, in the order of the seats. */
  players: PlayerView[];
  /** Whose view this is; None for a spectator's. */
  seat: number | null;
  /** How many cards are left to draw. */
  stock?: number;
  /** The seat to move; None when the game is over. */
  turn: number | null;
  /** The winners of the game, when it is over. */
  winners: number[];
  [field: string]: unknown;
}

/** Why a hand may be over before somebody's first move, so that it takes nobody by surprise. */
export interface SuddenEnd {
  /** In a sentence: `Anybody may knock with any hand, even before your first move.` */
  text: string;
  /** The option that allows it, where it is not always so. */
  option?: string;
  /** The value with which that does. */
  value?: string | number | boolean | null;
}

/** A table, and which seat you have. */
export interface TableAnswer {
  /** Your seat; null if you have none. */
  you: number | null;
  /** The address of the table, for others to follow. */
  link: string;
  /** The table as it is now. */
  table: TableInfo;
}

/** A table, as everybody sees it. */
export interface TableInfo {
  /** The end of its link. */
  id: string;
  /** The name of the game. */
  game: string;
  /** What people call the game. */
  title: string;
  /** The variant; null if the options are of none. */
  variant: string | null;
  /** The value of every option. */
  options: Record<string, number | boolean | string | null>;
  /** Whether it is listed. */
  public: boolean;
  /** Milliseconds from one move to the next of a computer player. */
  pace: number;
  /** Seconds that a person has for a move; null if they have all the time in the world. */
  clock: number | null;
  /** Seconds until somebody who has gone is played for. */
  away: number;
  /** The computer player that then plays. */
  substitute: string;
  /** When it was opened, in seconds since 1970. */
  created: number;
  /** Whether it waits for people, plays, is between two games, or is closed. */
  status: Status;
  /** The number of the last event. */
  seq: number;
  /** How many games have begun. */
  games: number;
  /** The seat to move; null if none is. */
  turn: number | null;
  /** The score of each seat. */
  scores: number[];
  /** The winners of the game, when it is over. */
  winners: number[];
  /** Whether somebody could sit down now. */
  can_join: boolean;
  /** The seat of the host; null if that is somebody who has opened the table and not sat down. */
  host: number | null;
  /** Whether the host lets nobody else sit down. */
  locked: boolean;
  /** All seats, by number. */
  seats: SeatInfo[];
  /** The seats that want another game. */
  votes: number[];
  /** What is being voted on; null if nothing is. */
  vote: Vote | null;
  /** What makes the chance of its games fair. */
  fair: Fairness;
}

/** A list of tables. */
export interface Tables {
  /** The newest first. */
  tables: TableInfo[];
}

/** One summand: `deadwood of {0}`, 23. */
export interface Term {
  /** What it is. */
  text: string;
  /** How much. */
  amount: number;
}

/** A number that everybody looks at, such as a turn score. */
export interface Total {
  is: "total";
  /** What people call it. */
  label: string;
  /** The field of the view. */
  field: string;
  /** A verb whose worth would be added to it. */
  adds?: string;
}

/** A named set of options. */
export interface VariantInfo {
  /** What it is, in a sentence or two. */
  help: string;
  /** The options that it sets. */
  options: Record<string, number | boolean | string | null>;
  /** For how many at most. */
  max_seats: number;
}

/** One thing that can be done: all legal moves that begin with its word. */
export interface Verb {
  /** As the moves begin: `draw stock`, `knock`. */
  word: string;
  /** On a button: `Knock`. */
  label: string;
  /** In a sentence that lists what can be done: `take the discard`. */
  phrase: string;
  /**
   * The key that does it. No other verb that may be legal at the same time has it, and it is none of the letters
   * of `RESERVED_KEYS`.
   */
  key: string;
  /** What has to be chosen with it. */
  takes?: Takes;
  /** What to say when it waits for its card or cards: `Choose the card to put down with your knock`. */
  asks?: string;
  /** What `Reading.worth` says of a move, in words: `with {n}`, `{n} dice`. */
  worth?: string;
  /** The same for 1, where that is said in another way: `{n} die`. */
  worth_one?: string;
  /** Whether a card that is chosen means this verb, unless another is named: the plain discard. */
  usual?: boolean;
  /** Whether it makes no difference which of the cards allowed is taken: the first will do. */
  any_card?: boolean;
  /**
   * A verb that this one may be named together with: first that move is made, then this one. Dice are set aside
   * and thrown again, or banked, in one go.
   */
  follows?: string;
}

/** What a seat may know. */
export interface View {
  /**
   * In a card game, what was done in this hand for all to see, in order, the last 128 of it: the seat, its move,
   * and if it could have taken the top discard then, that card. `1 draw stock over 7h`, `1 discard Kc`.
   */
  acts?: string[];
  /** Who deals this hand. In a dice game the player to the left of this one began. */
  dealer: number | null;
  /** The top of the discard pile. */
  discard?: string | null;
  /** The name of the game. */
  game: string;
  /** In a card game, the cards of the seat. */
  hand?: string[];
  /** The hands (of a dice game, the turns) that are over. */
  hands_played: number;
  /** The hand that was played before this one. */
  last_hand: Hand | null;
  /** The legal moves, if the seat is to move. */
  legal: string[];
  /** The value of every option. */
  options: Record<string, number | boolean | string | null>;
  /** What the seat to move has to do: one of `Game.phases`. */
  phase: string;
  /** The discards, the top one last; None for those that nobody may look at. */
  pile?: (string | null)[];
  /** Everybody, in the order of the seats. */
  players: PlayerView[];
  /** The position read for the person on this seat. */
  reading: Reading | null;
  /** Whose view this is; None for a spectator's. */
  seat: number | null;
  /** How many cards are left to draw. */
  stock?: number;
  /** The seat to move; None when the game is over. */
  turn: number | null;
  /** The winners of the game, when it is over. */
  winners: number[];
  [field: string]: unknown;
}

/** Somebody wants another game, which begins when all who are asked have said yes. */
export interface Vote {
  /** A game after this one, or instead of it. */
  what: "rematch" | "reset";
  /** Who asked first. */
  by: number;
  /** The seats that are asked. */
  asked: number[];
  /** Those of them that have said yes. */
  yes: number[];
}

/** A bot that waits for invitations. */
export interface WaitingBot {
  /** A display name; 24 characters of it may be visible. */
  name: string;
  /** What it plays; by default all games. */
  games?: string[];
  /** Who it is, in one line. */
  character?: string;
}

/** The first line sent to a bot that is waiting for invitations. */
export interface Welcome {
  type: "welcome";
  /** The name the bot is listed under; it ends with a number if another bot has the same name. */
  name: string;
}

/** A line of the score card: what dice, or something that is put in words, are worth. */
export interface Worth {
  /** The dice … */
  dice?: number[];
  /** What it is, where dice alone do not say it: `three pairs`. */
  label?: string;
  /** … and what they are worth. */
  points?: number;
  /** What it is worth, where that is no number: `adds the three again`. */
  said?: string;
  /** The values of options with which it holds; always, if there are none. */
  when?: Record<string, boolean | number | string>;
}

export type Message = Hello | EventMessage | Presence | Reacted | ErrorMessage | Pong | Heartbeat;

export type ClientMessage = MoveMessage | ReactMessage | PingMessage;

export type SeatPlan = PersonSeat | ComputerSeat;

export type Part = Pile | Spreads | OpenHands | Dice | Total;

export type Takes = "" | "card" | "cards" | "dice" | "place";

export type Cue = "" | "bad" | "card" | "deal" | "dice" | "good" | "knock";

export type Look =
  | "bald"
  | "beard"
  | "bird"
  | "black"
  | "blond"
  | "bow"
  | "brown"
  | "bun"
  | "cap"
  | "curly"
  | "die"
  | "flat"
  | "frown"
  | "glasses"
  | "grey"
  | "grin"
  | "hat"
  | "long"
  | "moustache"
  | "red"
  | "shades"
  | "short"
  | "smile"
  | "spiky"
  | "surprised"
  | "white";
