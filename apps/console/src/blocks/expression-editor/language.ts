/** How a piece of source text looks. */
export type TokenLook = 'field' | 'function' | 'keyword' | 'string' | 'number' | 'type' | 'mark' | 'comment';

/** A piece of the text; offsets are UTF-16, `to` is behind its last unit. */
export interface SourceToken {
  readonly from: number;
  readonly to: number;
  readonly look: TokenLook;
}

/** Something wrong in the text. */
export interface SourceFault {
  readonly code: string;
  readonly from: number;
  readonly to: number;
  readonly message: string;
  /** What would be right in its place, offered with one click. */
  readonly fix?: SourceFix | undefined;
}

export interface SourceFix {
  readonly label: string;
  /** The whole text with it. */
  readonly text: string;
}

/** One thing that may be written at a place. */
export interface Offer {
  readonly label: string;
  readonly kind: 'field' | 'function' | 'keyword' | 'type' | 'option';
  /** At the end of the line: a type, a signature. */
  readonly detail?: string;
  /** What is written. */
  readonly insert: string;
  /** Comes after everything else that fits, even where it fits better. */
  readonly last?: boolean;
  /** Where the caret stands then, from the beginning of `insert`; absent: at its end. */
  readonly caret?: number;
  /** What it does, with an example. */
  readonly doc?: { readonly text: string; readonly example?: string };
}

export interface Offers {
  /** What the chosen offer replaces. */
  readonly from: number;
  readonly to: number;
  readonly offers: readonly Offer[];
}

/** What a piece of the text is. */
export interface Hint {
  readonly from: number;
  readonly to: number;
  /** In the font of code. */
  readonly title: string;
  readonly doc?: Offer['doc'];
}

/** The call around the caret: its signature, and which part of it is being written. */
export interface CallHint {
  /** Where the call begins. */
  readonly at: number;
  readonly before: string;
  readonly active: string;
  readonly after: string;
  readonly doc: string;
}

/** What an editor asks of a language, as plain data. Every answer is for the text as it stands, also while it cannot be read. */
export interface SourceLanguage {
  tokens(text: string): readonly SourceToken[];
  /** `asked`: a person asked for them; otherwise they come only where something is being written. */
  offers(text: string, at: number, asked: boolean): Offers | undefined;
  hint(text: string, at: number): Hint | undefined;
  call(text: string, at: number): CallHint | undefined;
}
