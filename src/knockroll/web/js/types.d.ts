/**
 * What the server sends, under the names that it has in Python. Keys that may be left out have the default that
 * showing.js fills in.
 */

// --- What a game says of itself: knockroll.engine.showing ---------------------------------------------------------

export type Takes = "" | "card" | "cards" | "place" | "dice";
export type Cue = "" | "card" | "deal" | "knock" | "dice" | "good" | "bad";

export interface Verb {
  word: string;
  label: string;
  phrase: string;
  key: string;
  takes?: Takes;
  asks?: string;
  worth?: string;
  worth_one?: string;
  usual?: boolean;
  any_card?: boolean;
  follows?: string;
}

export interface Pile {
  is: "pile";
  place: string;
  label: string;
  field: string;
  take?: string;
  put?: string[];
}

export interface Spreads {
  is: "spreads";
  label: string;
  field: string;
  put?: string[];
}

export interface OpenHands {
  is: "open hands";
  field: string;
  melds?: string;
  added?: string;
}

export interface Dice {
  is: "dice";
  label: string;
  field: string;
  choose?: string;
  slots?: number;
  none?: string;
}

export interface Total {
  is: "total";
  label: string;
  field: string;
  adds?: string;
}

export type Part = Pile | Spreads | OpenHands | Dice | Total;

export interface Mark {
  field: string;
  text: string;
  kind?: "seat" | "seats" | "numbers";
  at_least?: number;
}

export interface Score {
  one: string;
  many: string;
  best?: "high" | "low";
  style?: "number" | "marks" | "signed" | "race";
  limit?: string;
}

export interface Round {
  one?: string;
  many?: string;
  pauses?: boolean;
  number?: string;
}

export interface Holding {
  size?: number;
  size_option?: string;
  drawn?: number;
  count?: string;
}

export interface Happening {
  text?: string;
  short?: string;
  cue?: Cue;
  banner?: string;
  tone?: "" | "good" | "bad";
  stands_out?: boolean;
}

export interface Showing {
  score: Score;
  middle: Part[];
  verbs: Verb[];
  events: Record<string, Happening>;
  round?: Round;
  hand?: Holding;
  marks?: Mark[];
  prompts?: Record<string, string>;
  has_dealer?: boolean;
  goal: string;
  picture?: string[];
}

// --- Positions and what happens: knockroll.engine -----------------------------------------------------------------

export interface Reading {
  melds: string[][];
  loose: string[];
  count: number | null;
  worth: Record<string, number>;
  then: Record<string, Record<string, number>>;
  warnings: Record<string, string>;
  prompt: string;
}

export interface Term {
  text: string;
  amount: number;
}

export interface Account {
  title: string;
  clause?: string;
  detail?: string;
  sums?: Term[][];
  notes?: string[];
  counting?: string[][];
}

export interface Hand {
  cards: (string[] | null)[];
  melds: string[][][];
  counts: (number | null)[];
  ending: string;
  points: number[];
  winners: number[];
  dealer: number | null;
  account: Account;
}

export interface Player {
  seat: number;
  score: number;
  cards: number;
  out: boolean;
}

/** A spread on the table, see Spreads. */
export interface Spread {
  number: number;
  cards: string[];
  owner: number;
}

export interface View {
  game: string;
  seat: number | null;
  turn: number | null;
  phase: string;
  dealer: number | null;
  players: Player[];
  legal: string[];
  hands_played: number;
  winners: number[];
  options: Record<string, string | number | boolean | null>;
  hand?: string[];
  order?: number[];
  reading?: Reading | null;
  last_hand?: Hand | null;
  /** The fields of one game, which its Showing names. */
  [field: string]: unknown;
}

export interface Event {
  kind: string;
  seat?: number | null;
  text?: string;
  cards?: string[];
  count?: number;
  source?: string;
  target?: string;
  dice?: number[];
  points?: number[];
  winners?: number[];
  ending?: string;
  melds?: string[][];
  changes?: Record<string, unknown>;
  account?: Account | null;
}

// --- Tables and messages: knockroll.server ------------------------------------------------------------------------

export interface SeatInfo {
  seat: number;
  kind: "person" | "computer";
  name: string | null;
  player: string | null;
  free: boolean;
  online: boolean;
  away: boolean;
  gone: boolean;
}

export interface TableInfo {
  id: string;
  game: string;
  title: string;
  variant: string | null;
  options: Record<string, string | number | boolean | null>;
  status: "open" | "running" | "over" | "closed";
  seq: number;
  turn: number | null;
  can_join: boolean;
  seats: SeatInfo[];
  votes: number[];
}

export interface Hello {
  type: "hello";
  seq: number;
  you: number | null;
  resumed: boolean;
  table: TableInfo;
  view?: View | null;
}

export interface EventMessage {
  type: "event";
  seq: number;
  game: number;
  kind: "sit" | "join" | "leave" | "start" | "move" | "away" | "back" | "again" | "game" | "close";
  events: Event[];
  seat?: number;
  name?: string | null;
  move?: string;
  table?: TableInfo;
  view?: View | null;
  answer?: number | string | null;
}

export interface Presence {
  type: "presence";
  online: number[];
}

export interface ErrorMessage {
  type: "error";
  code: string;
  message: string;
  reason?: string | null;
  answer?: number | string | null;
}

export interface Pong {
  type: "pong";
}

export type Message = Hello | EventMessage | Presence | ErrorMessage | Pong;

// --- Requests -----------------------------------------------------------------------------------------------------

export interface OptionSchema {
  type?: string | string[];
  description?: string;
  default: string | number | boolean | null;
  enum?: (string | number | null)[];
  minimum?: number;
  maximum?: number;
}

export interface Variant {
  help: string;
  options: Record<string, string | number | boolean | null>;
  max_seats: number;
}

export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  min_seats: number;
  max_seats: number;
  default_seats: number;
  can_join: boolean;
  options: { properties: Record<string, OptionSchema> };
  variants: Record<string, Variant>;
  players: { name: string; character: string }[];
  showing: Showing;
}

export interface SeatPlan {
  kind: "person" | "computer";
  player?: string;
}

export interface ReplayStep {
  seat: number | null;
  move: string | null;
  events: Event[];
  view: View;
}

export interface Replay {
  game: string;
  title: string;
  verified: boolean;
  lines: string[];
  steps: ReplayStep[];
}
