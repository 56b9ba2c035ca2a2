import { isUtf8 } from 'node:buffer';

/** A text with its escapes undone. */
export interface Reading {
  readonly plain: string;
  /** Where each of its UTF-16 units begins in the text, and where the text ends. */
  readonly starts: readonly number[];
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const jsonEscapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

/** How one escape of a notation is written, and what it stands for: one code point, or one after the other with the units each takes. */
interface Notation {
  readonly escape: RegExp;
  undo(written: string): readonly (readonly [plain: string, length: number])[];
}

const notations: readonly Notation[] = [
  {
    escape: /\\(?:u[0-9a-fA-F]{4}|[^])/g,
    undo: (written) => {
      const letter = written[1]!;
      const plain = written.length > 2 ? String.fromCharCode(Number.parseInt(written.slice(2), 16)) : (jsonEscapes[letter] ?? letter);
      return [[plain, written.length]];
    },
  },
  { escape: /(?:%[0-9a-fA-F]{2})+/g, undo: percentDecoded },
  { escape: /(?:%[0-9a-fA-F]{2})+|\+/g, undo: (written) => (written === '+' ? [[' ', 1]] : percentDecoded(written)) },
  {
    escape: /&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|amp|lt|gt|quot|apos);/g,
    undo: (written) => {
      const name = written.slice(1, -1);
      const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      const plain = name.startsWith('#') ? (code <= 0x10ffff ? String.fromCodePoint(code) : written) : entities[name]!;
      return [[plain, written.length]];
    },
  },
];

/** Bytes that are no UTF-8 count as Latin-1. */
function percentDecoded(written: string): readonly (readonly [string, number])[] {
  const bytes = Buffer.from(written.replaceAll('%', ''), 'hex');
  const isLatin = !isUtf8(bytes);
  return [...bytes.toString(isLatin ? 'latin1' : 'utf8')].map((char) => [char, 3 * (isLatin ? 1 : Buffer.byteLength(char))]);
}

/** A text as it is, and as it reads when it is JSON, a URL, a form or HTML, or two of these inside each other. */
export function readingsOf(text: string): readonly Reading[] {
  const first: Reading = { plain: text, starts: [...Array(text.length + 1).keys()] };
  const once = notations.flatMap((notation) => undone(first, notation) ?? []);
  const twice = once.flatMap((reading) => notations.flatMap((notation) => undone(reading, notation) ?? []));
  return [first, ...once, ...twice];
}

/** Undefined: nothing is escaped in it. */
function undone({ plain, starts }: Reading, { escape, undo }: Notation): Reading | undefined {
  let text = '';
  const places: number[] = [];
  let end = 0;
  const copyTo = (to: number): void => {
    text += plain.slice(end, to);
    for (let at = end; at < to; at += 1) places.push(starts[at]!);
    end = to;
  };
  for (const match of plain.matchAll(escape)) {
    copyTo(match.index);
    for (const [char, length] of undo(match[0])) {
      text += char;
      for (let unit = 0; unit < char.length; unit += 1) places.push(starts[end]!);
      end += length;
    }
  }
  if (end === 0) return undefined;
  copyTo(plain.length);
  places.push(starts[plain.length]!);
  return { plain: text, starts: places };
}
