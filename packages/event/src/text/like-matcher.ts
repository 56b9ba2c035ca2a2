import { findText } from './find-text.ts';

/** Told of work beyond one reading of the text; may throw to end the match. */
export type SpendSteps = (count: number) => void;

export type LikeMatcher = (text: string, spend: SpendSteps) => boolean;

/** What stands between two stars: `skipped` characters, then texts that each have any `skipped` characters behind them. */
interface Piece {
  skipped: number;
  readonly runs: { text: string; skipped: number }[];
  /** Characters in all. */
  points: number;
}

const newPiece = (): Piece => ({ skipped: 0, runs: [], points: 0 });

/**
 * `*` any run, `?` one character, `\` takes the next as it is; the whole text. Linear but for pieces with `?` between
 * letters: each place where their letters fit in part is spent as steps.
 */
export function likeMatcher(pattern: string): LikeMatcher {
  const pieces = piecesOf(pattern);
  const first = pieces[0]!;
  if (pieces.length === 1) return (text) => endOf(text, first, 0) === text.length;
  const last = pieces.at(-1)!;
  const between = pieces.slice(1, -1);
  return (text, spend) => {
    let at = endOf(text, first, 0);
    for (const piece of between) {
      if (at < 0) return false;
      at = findPiece(text, piece, at, spend);
    }
    if (at < 0) return false;
    const start = moveBack(text, last.points);
    return start >= at && endOf(text, last, start) === text.length;
  };
}

function piecesOf(pattern: string): readonly Piece[] {
  const pieces = [newPiece()];
  let escaped = false;
  let open = false;
  for (const char of pattern.endsWith('\\') ? `${pattern}\\` : pattern) {
    const piece = pieces.at(-1)!;
    if (!escaped && char === '\\') {
      escaped = true;
      continue;
    }
    if (!escaped && char === '*') {
      pieces.push(newPiece());
      open = false;
      continue;
    }
    piece.points += 1;
    if (!escaped && char === '?') {
      const run = piece.runs.at(-1);
      if (run === undefined) piece.skipped += 1;
      else run.skipped += 1;
      open = false;
    } else if (open) piece.runs.at(-1)!.text += char;
    else {
      piece.runs.push({ text: char, skipped: 0 });
      open = true;
    }
    escaped = false;
  }
  return pieces;
}

/** Where a piece that begins at a place ends; −1 when it does not fit. */
function endOf(text: string, piece: Piece, at: number): number {
  return endOfRuns(text, piece, moveOn(text, at, piece.skipped));
}

function endOfRuns(text: string, piece: Piece, start: number): number {
  let at = start;
  for (const run of piece.runs) {
    if (at < 0 || !text.startsWith(run.text, at)) return -1;
    at = moveOn(text, at + run.text.length, run.skipped);
  }
  return at;
}

/** The end of the first place at or after `from` where the piece fits, −1 without one. */
function findPiece(text: string, piece: Piece, from: number, spend: SpendSteps): number {
  const [run] = piece.runs;
  let at = moveOn(text, from, piece.skipped);
  while (at >= 0 && run !== undefined) {
    at = findText(text, run.text, at);
    if (at < 0) return -1;
    const end = endOfRuns(text, piece, at);
    if (end >= 0) return end;
    spend(piece.points);
    at += 1;
  }
  return at;
}

/** The place so many characters further on; −1 beyond the end. */
function moveOn(text: string, from: number, points: number): number {
  let at = from;
  for (let left = points; left > 0 && at >= 0; left -= 1) at = at >= text.length ? -1 : at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  return at;
}

/** The place so many characters before the end; −1 when there are fewer. */
function moveBack(text: string, points: number): number {
  let at = text.length;
  for (let left = points; left > 0; left -= 1) {
    if (at === 0) return -1;
    at -= at > 1 && (text.codePointAt(at - 2) ?? 0) > 0xffff ? 2 : 1;
  }
  return at;
}
