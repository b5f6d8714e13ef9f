// The messages of docs/network.md as types, for type checking only.
// Names follow crates/yiqi-wire without its prefix.

type Seat = "first" | "second";
type Color = "black" | "white";
type PerSeat<T> = { first: T; second: T };
type OfferKind = "draw" | "take_back" | "pause" | "rematch";
type PresenceState = "away" | "connected" | "reconnecting" | "gone";
type Stage = "waiting" | "playing" | "paused" | "over";
type Room = "players" | "spectators";

interface Game {
  spec: string;
  kind: string;
  size: number;
  rows_from_bottom: boolean;
  name: string;
}
interface CatalogGame {
  name: string;
  usual_size: number;
  boards: { size: number; stars: [number, number][] }[];
  rule_sets: string[];
  openings: { name: string; size_min: number }[];
  suggested: string[];
  start: string;
  rows_from_bottom: boolean;
  grid: "cells" | "lines";
  aim: "stones" | "row" | "nothing";
  marks_legal_points: boolean;
  levels: CatalogLevel[];
}
interface CatalogPlayer { name: string; scale?: { option: string; max: number } }
interface CatalogFormat { name: string; extension?: string; writable: boolean; games: string[] }
interface CatalogLevel { level: number; class: string; elo?: number; pace: string; seconds?: number }
interface Catalog { games: CatalogGame[]; players: CatalogPlayer[]; formats: CatalogFormat[] }
interface Score { black: number; white: number }
interface Rating { game: string; value: number; deviation: number; games: number }
interface Change { move: string; stone: Color | null; flipped: string[]; swapped?: boolean }
interface Ply extends Change { seat: Seat; used_ms: number; by_clock?: boolean; eval?: number }
interface Result {
  winner: Color | null;
  reason: "rules" | "resignation" | "forfeit" | "time" | "agreement" | "aborted";
  score: Score | null;
}
interface ClockNow { remaining_ms: number; periods: number; running: boolean }
interface Forbidden { point: string; kind: string }

interface View {
  stage: Stage;
  turn: Seat | null;
  colors: PerSeat<Color>;
  next_stone: Color | null;
  /** Stones still due in this turn, in games with several per turn. */
  stones_due?: number;
  board: string;
  score: Score | null;
  legal?: string[];
  words: string[];
  forbidden: Forbidden[];
  last: Change | null;
  lines: string[][];
  ply_count: number;
  clocks: PerSeat<ClockNow> | null;
  offers: PerSeat<OfferKind[]>;
  rematch_agreed: boolean;
  result: Result | null;
  entry_count: number;
  now_ms: number;
}

interface SeatInfo {
  kind: "open" | "guest" | "account" | "computer";
  name: string;
  person?: string;
  player?: string;
  rating?: Rating;
  rating_change?: number;
}
interface TableInfo {
  id: string;
  game: Game;
  seats: PerSeat<SeatInfo>;
  first_color: Color | "drawn";
  time: string;
  listed: boolean;
  private: boolean;
  rated: boolean;
  same_address?: boolean;
  start?: string;
  created_ms: number;
  next?: string;
  tournament?: { id: string; name: string; show_up_seconds: number };
}
interface You { seats: Seat[]; host: boolean; invite?: string }
interface Presence {
  seats: PerSeat<PresenceState>;
  spectators: number;
  claim_in_ms: PerSeat<number | null>;
}
interface Chat {
  number: number;
  room: Room;
  person: string;
  name: string;
  guest: boolean;
  seat?: Seat;
  text: string;
  at_ms: number;
}
interface Thought { seat: Seat; depth: number; eval: number; line: string[] }
interface Entry { at_ms: number; event: string; [field: string]: unknown }
interface TableState {
  version: number;
  table: TableInfo;
  you: You;
  from: number;
  entries: Entry[];
  moves?: Ply[];
  view?: View;
  now_ms: number;
  presence: Presence;
  chat: Chat[];
}
interface Update { from: number; entries: Entry[]; move?: Ply; view?: View; now_ms: number }
interface Fault { code: string; text: string; points?: string[] }

type ServerMessage =
  | ({ type: "table" } & TableState)
  | ({ type: "update" } & Update)
  | { type: "ack"; id: string; number: number }
  | ({ type: "refused"; id: string } & Fault)
  | ({ type: "error" } & Fault)
  | ({ type: "presence" } & Presence)
  | { type: "seats"; seats: PerSeat<SeatInfo> }
  | { type: "next"; table: string }
  | ({ type: "chat" } & Chat)
  | { type: "chat_removed"; person: string }
  | ({ type: "thought" } & Thought)
  | { type: "alive" };

type Command =
  | { do: "play"; move: string }
  | { do: "offer" | "accept" | "decline"; what: OfferKind }
  | { do: "resign" | "abort" | "claim" | "start" | "pause" | "resume" };

type NewSeat = { kind: "me" } | { kind: "open" } | { kind: "computer"; player: string };
interface NewTable {
  game: string;
  first: NewSeat;
  second: NewSeat;
  first_color: Color | "drawn";
  time: string;
  listed: boolean;
  private: boolean;
  rated: boolean;
  from?: { start?: string; moves: string[] };
}
interface LobbyTable {
  id: string;
  game: Game;
  seats: PerSeat<SeatInfo>;
  first_color: Color | "drawn";
  time: string;
  rated: boolean;
  stage: Stage;
  created_ms: number;
  ended_ms?: number;
  active_ms: number;
  turn?: Seat;
  ply_count: number;
  board?: string;
  colors?: PerSeat<Color>;
  clocks?: PerSeat<ClockNow>;
  clocks_ms?: number;
  result?: Result;
}
interface Lobby { open: LobbyTable[]; playing: LobbyTable[]; recent: LobbyTable[] }
type TournamentFormat = "arena" | "swiss" | "roundrobin" | "knockout";
interface TournamentInfo {
  id: string;
  name: string;
  game: Game;
  format: TournamentFormat;
  time: string;
  rated: boolean;
  stage: "upcoming" | "running" | "finished" | "canceled";
  canceled?: "organizer" | "few-players";
  start: { at: number } | { players: number };
  games: number;
  minutes: number;
  streaks: boolean;
  players_max: number;
  show_up_seconds: number;
  pause_seconds: number;
  player_count: number;
  round: number;
  rounds?: number;
  organizer: string;
  created_ms: number;
  began_ms?: number;
  ends_ms?: number;
  ended_ms?: number;
  winners?: string[];
}
interface TournamentList {
  upcoming: TournamentInfo[];
  running: TournamentInfo[];
  finished: TournamentInfo[];
  may_create: boolean;
}
interface TournamentPlayer {
  kind: SeatInfo["kind"];
  name: string;
  person?: string;
  player?: string;
  rating?: number;
  bot: boolean;
  active: boolean;
}
interface TournamentStanding {
  place: number;
  player: number;
  points: number;
  won: number;
  drawn: number;
  lost: number;
  rested: number;
  streak: boolean;
  tie_breaks: (number | null)[];
}
interface TournamentGame {
  number: number;
  round: number;
  first: number;
  second: number;
  table?: string;
  outcome?: { winner?: Seat; kind: "played" | "no-show" | "walkover" | "void" | "damaged" };
}
interface TournamentMatch { round: number; first: number; second?: number; winner?: number; by_lot: boolean }
interface TournamentYou { player?: number; active: boolean; table?: string; may_join: boolean; organizer: boolean; damaged?: number[] }
interface TournamentState {
  info: TournamentInfo;
  players: TournamentPlayer[];
  standings: TournamentStanding[];
  tie_breaks: string[];
  games: TournamentGame[];
  resting: number[];
  busy?: number[];
  bracket?: TournamentMatch[];
  you: TournamentYou;
  now_ms: number;
}
type TournamentEvent =
  | { type: "state"; state: TournamentState }
  | { type: "boards"; boards: LobbyTable[]; now_ms: number }
  | { type: "chat"; whole: boolean; chat: Chat[] };
interface Leaderboard {
  game: string;
  games: string[];
  games_min: number;
  deviation_max: number;
  rows: { place: number; name: string; rating: Rating }[];
}
interface PersonFound { person: string; name: string; ratings: Rating[] }
interface Me { person: string; name: string; account: boolean; ratings: Rating[] }
interface Profile { person: string; name: string; created_ms: number; ratings: Rating[] }

/** A program of the server's operator: the player `program:NAME`. */
interface OfferedProgram {
  name: string;
  games: string[];
}
interface ReplayNode extends Change {
  parent?: number;
  side: Color;
  used_ms?: number;
  eval?: number;
  comment?: string;
  main?: boolean;
  taken_back?: boolean;
}
interface ReplayResponse {
  game: Game;
  players: string[];
  /** The color of the first seat before the first move. */
  first: Color;
  start?: string;
  board: string;
  time: string;
  date?: string;
  result: Result | null;
  comment?: string;
  nodes: ReplayNode[];
  count: number;
}

/** What `<yiqi-board>` draws. */
interface Scene {
  board: string;
  next_stone: Color | null;
  legal?: string[];
  forbidden: Forbidden[];
  last?: Change | null;
  lines: string[][];
  playable: boolean;
  /** The numbers of moves to show on stones, by point. */
  numbers?: Record<string, number>;
}
interface Tally { games: number; won: number; lost: number; draw: number }
interface Statistics {
  total: Tally;
  games: { game: string; color?: Color; tally: Tally }[];
  opponents: { kind: SeatInfo["kind"]; name: string; player?: string; tally: Tally }[];
}
/** A page of the site that is shown now. */
interface Page { close(): void }
