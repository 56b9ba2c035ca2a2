import { err, ok, type Result } from '@acequia/base';

/** A pattern cut into letters (`%Y` → `Y`) and literal text. */
export type PatternItem = { readonly letter: string } | { readonly text: string };

export interface TimePatternFault {
  readonly code: 'TIME_PATTERN';
  readonly offset: number;
  readonly expected: string;
}

const letters = new Set([...'YymdejHIMSpbBaAzZsfLN', ':z']);

/** Named patterns of catalogue 4.7 that are written with letters. */
const named: Readonly<Record<string, string>> = {
  RFC1123: '%a, %d %b %Y %H:%M:%S %Z',
  RFC1123Z: '%a, %d %b %Y %H:%M:%S %z',
  RFC822: '%d %b %y %H:%M %Z',
  RFC822Z: '%d %b %y %H:%M %z',
  RFC850: '%A, %d-%b-%y %H:%M:%S %Z',
  ANSIC: '%a %b %e %H:%M:%S %Y',
  UnixDate: '%a %b %e %H:%M:%S %Z %Y',
  RubyDate: '%a %b %d %H:%M:%S %z %Y',
  SYSLOG: '%b %e %H:%M:%S',
  APACHE: '%d/%b/%Y:%H:%M:%S %z',
};

/** Go's reference time 2006-01-02 15:04:05.999 −07:00, longest piece first. */
const layout: readonly (readonly [piece: string, letter: string])[] = [
  ['January', 'B'],
  ['Monday', 'A'],
  ['Z07:00', ':z'],
  ['-07:00', ':z'],
  ['Z0700', 'z'],
  ['-0700', 'z'],
  ['2006', 'Y'],
  ['Jan', 'b'],
  ['Mon', 'a'],
  ['MST', 'Z'],
  ['002', 'j'],
  ['-07', 'z'],
  ['01', 'm'],
  ['02', 'd'],
  ['_2', 'e'],
  ['15', 'H'],
  ['03', 'I'],
  ['04', 'M'],
  ['05', 'S'],
  ['06', 'y'],
  ['PM', 'p'],
];

export function patternItems(pattern: string): Result<readonly PatternItem[], TimePatternFault> {
  const source = Object.hasOwn(named, pattern) ? named[pattern]! : pattern;
  if (!source.includes('%') && (source.includes('2006') || source.includes('15:04'))) return ok(layoutItems(source));
  const items: PatternItem[] = [];
  let text = '';
  const push = (letter: string) => {
    if (text !== '') items.push({ text });
    text = '';
    items.push({ letter });
  };
  for (let i = 0; i < source.length; i += 1) {
    if (source[i] !== '%') {
      text += source[i];
      continue;
    }
    const letter = source[i + 1] === ':' ? source.slice(i + 1, i + 3) : (source[i + 1] ?? '');
    if (letter === '%') text += '%';
    else if (letters.has(letter)) push(letter);
    else
      return err({
        code: 'TIME_PATTERN',
        offset: i,
        expected: 'one of %Y %y %m %d %e %j %H %I %M %S %p %b %B %a %A %z %:z %Z %s %f %L %N %%',
      });
    i += letter.length;
  }
  if (text !== '') items.push({ text });
  if (!items.some((item) => 'letter' in item)) {
    return err({ code: 'TIME_PATTERN', offset: 0, expected: 'at least one % letter, a known name or a layout with 2006' });
  }
  return ok(items);
}

function layoutItems(source: string): PatternItem[] {
  const items: PatternItem[] = [];
  let text = '';
  for (let i = 0; i < source.length;) {
    const piece = layout.find(([p]) => source.startsWith(p, i));
    const fraction = piece ? undefined : /^[.,](0+|9+)(?!\d)/.exec(source.slice(i));
    if (!piece && !fraction) {
      text += source[i];
      i += 1;
      continue;
    }
    if (fraction) text += fraction[0][0];
    if (text !== '') items.push({ text });
    text = '';
    const digits = fraction?.[1]?.length ?? 0;
    items.push({ letter: piece ? piece[1] : digits === 3 ? 'L' : digits === 9 ? 'N' : 'f' });
    i += piece ? piece[0].length : fraction![0].length;
  }
  if (text !== '') items.push({ text });
  return items;
}
