/** What the scripts of `play.html` share. */

/** A bot that a person may play against or ask for a hint. */
interface KnownBot {
  name: string;
  about: string;
  /** Its module, compiled when it is first needed. */
  module(onProgress: (share: number) => void): Promise<BotModule>;
}

/** Who sits at a seat. */
type Sitter = { kind: "person" } | { kind: "bot"; bot: KnownBot; settings: string; key: Uint8Array };

/** What a match on the page is made from. */
interface Plan {
  opening: Opening;
  sitters: [Sitter, Sitter];
  /** Plies of the record that were played before; `null` for a new match. */
  record: { session: Session; ply: number; title: string } | null;
}

/** What a table tells its page. */
interface TableListener {
  /** The position, or who is asked, is another one. */
  onChange(): void;
  /** Something that a reader should know. */
  onNote(text: string): void;
}

/** A match on the page. */
interface Table {
  readonly live: Live;
  readonly sitters: [Sitter, Sitter];
  /** The seats of the persons who are to act. */
  persons(): Seat[];
  /** The seats of the bots that are thinking. */
  thinking(): Seat[];
  /** Where undoing ends. */
  readonly floor: number;
  play(seat: Seat, code: number): void;
  undo(): void;
  /** What a bot would play at a seat. */
  hint(seat: Seat, bot: KnownBot): Promise<LegalAction | null>;
  /** What a seat's bot logged in a ply. */
  logged(seat: Seat, ply: number): string;
  /** Milliseconds of real time that bots took, by ply. */
  took(seat: Seat, ply: number): number | undefined;
  close(): void;
}

interface SampleBot {
  game: string;
  name: string;
  about: string;
  /** Elo, by the tournament of all built-in bots; `null` without one. */
  rating: number | null;
  /** Gzipped, in base64. */
  module: string;
}

/** From `app/bots.js`. */
declare const sampleBots: SampleBot[];

/** What the form of a new match starts from. */
interface SetupFacts {
  games: Game[];
  /** The game that is shown first, and the rules that are chosen first. */
  game: string;
  rules: string;
  record: {
    branch: { session: Session; ply: number; title: string };
    opening: Opening;
    names: [string, string];
    /** The seat that is to act. */
    seat: Seat;
    /** As far as the reader may know them: settings, and the key of the dice in hexadecimal digits. */
    settings: [string, string];
    dice: [string | null, string | null];
  } | null;
}
