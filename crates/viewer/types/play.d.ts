/** Types that the scripts of `play.html` share. */

/** A bot that a person may play against or ask for a hint. */
interface KnownBot {
  name: string;
  about: string;
  /** Returns its module, which is compiled on first use. */
  module(onProgress: (share: number) => void): Promise<BotModule>;
}

/** The player at a seat. */
type Sitter = { kind: "person" } | { kind: "bot"; bot: KnownBot; settings: string; key: Uint8Array };

/** The settings of a match on the page. */
interface Plan {
  opening: Opening;
  sitters: [Sitter, Sitter];
  /** The recorded plies from which the match goes on; `null` for a new match. */
  record: { session: Session; ply: number; title: string } | null;
}

/** Callbacks of a table. */
interface TableListener {
  /** Called when the position or the acting seats have changed. */
  onChange(): void;
  /** Called with a message for the reader. */
  onNote(text: string): void;
}

/** A match on the page. */
interface Table {
  readonly live: Live;
  readonly sitters: [Sitter, Sitter];
  /** Returns the seats of the people who are to act. */
  persons(): Seat[];
  /** Returns the seats of the bots that are thinking. */
  thinking(): Seat[];
  /** The number of plies that cannot be undone. */
  readonly floor: number;
  play(seat: Seat, code: number): void;
  undo(): void;
  /** Returns the action that a bot would play at a seat. */
  hint(seat: Seat, bot: KnownBot): Promise<LegalAction | null>;
  /** Returns the text that a seat's bot logged in a ply. */
  logged(seat: Seat, ply: number): string;
  /** Returns the real time that a bot took for a ply, in milliseconds. */
  took(seat: Seat, ply: number): number | undefined;
  close(): void;
}

interface SampleBot {
  game: string;
  name: string;
  about: string;
  /** Elo in the tournament of all sample bots; `null` if it did not play there. */
  rating: number | null;
  /** The module, gzipped and in base64. */
  module: string;
}

/** The value of `app/bots.js`. */
declare const sampleBots: SampleBot[];

/** The initial values of the form for a new match. */
interface SetupFacts {
  games: Game[];
  /** The selected game and rules. */
  game: string;
  rules: string;
  record: {
    branch: { session: Session; ply: number; title: string };
    opening: Opening;
    names: [string, string];
    /** The seat to act. */
    seat: Seat;
    /** The settings, and the key of the dice in hexadecimal, as far as the reader may know them. */
    settings: [string, string];
    dice: [string | null, string | null];
  } | null;
}
