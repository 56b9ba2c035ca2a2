import fc from 'fast-check';
import type { TestEvent } from './event-view.ts';
import { randomValue } from './random-events.ts';

/** Events whose field `m` and frame are the texts, with other fields before and behind, some of them in the way of results. */
export const eventsOf = (text: fc.Arbitrary<string>): fc.Arbitrary<readonly TestEvent[]> => {
  const other = fc.dictionary(fc.constantFrom('a', 'b', 'n', 'x', 'redactions'), randomValue, { maxKeys: 2 });
  const m = fc.oneof({ arbitrary: text, weight: 8 }, randomValue);
  const event = fc
    .tuple(other, m, other, text)
    .map(([before, own, behind, raw]): TestEvent => ({ ...before, m: own, ...behind, _raw: raw }));
  return fc.array(event, { minLength: 1, maxLength: 12 });
};

export const odd = fc.constantFrom(
  '',
  ' ',
  'ñ',
  '\u00a0',
  '\ufeff',
  '"',
  '\\',
  '\n',
  '\r',
  '\t',
  '\u0000',
  '\u{1f6b0}',
  '=',
  '%',
  '-',
  '0',
  '.',
);
export const word = fc.oneof(
  fc.constantFrom('ana', 'deny', '10.0.0.1', '2.50', '-7', '007', 'x y'),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

export const value = fc.oneof(
  word,
  word.map((text) => `"${text}"`),
  fc.tuple(odd, word, odd).map((parts) => parts.join('')),
);
const pair = fc.tuple(
  fc.constantFrom('a', 'b', 'c', 'srcip', 'a', '1', 'with-sign', 'ñ', '_x', 'm'),
  fc.constantFrom('=', '=', '=', ''),
  value,
);
export const pairs = fc
  .tuple(
    fc.array(
      pair.map((parts) => parts.join('')),
      { maxLength: 5 },
    ),
    fc.constantFrom(' ', ' ', '  ', '\t', '\n', ','),
    odd,
  )
  .map(([all, between, end]) => all.join(between) + (end === ' ' ? end : ''));
export const plainPairs = fc
  .array(
    fc.tuple(
      fc.constantFrom('a', 'b', 'c'),
      word.map((text) => text.replace(/[\s"\\=]/g, '_')),
    ),
    { maxLength: 4 },
  )
  .map((all) => all.map(([name, text]) => `${name}=${text}`).join(' '));

const member = fc.oneof(
  fc.json({ maxDepth: 2 }),
  fc.constantFrom(
    '1',
    '-0',
    '007',
    '1e5',
    '2.50',
    '9007199254740993',
    '"\\u00f1"',
    '"a\\nb"',
    'null',
    'true',
    '{ "k":\n1 }',
    '[1,]',
    '"open',
  ),
);
/** JSON objects, whole and not. */
export const object = fc
  .tuple(
    fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'ñ', 'x.y', '_raw', 'm'), member), { maxLength: 4 }),
    fc.constantFrom('', '', '', ' ', ',', '}'),
  )
  .map(([all, end]) => `{${all.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}${end}`);

const atom = fc.constantFrom(
  'a',
  'b',
  ' ',
  '-',
  '\\.',
  '[^ ]',
  '[ab]',
  '[^"b]',
  '\\d',
  '\\S',
  '\\w',
  '.',
  '[^\\x00-\\x7f]',
  'ñ',
  '(?:a|-b)',
  '(?:ab|b?c)',
);
const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?', '+?');
/** Regular expressions with groups; of many a byte alone does not say how to go on. */
export const regexes = fc
  .tuple(
    fc.constantFrom('^', '^', '^', ''),
    fc.array(fc.tuple(fc.constantFrom('', '', '?', 'v'), atom, quantifier, fc.constantFrom('', '', ' ', '-')), {
      minLength: 1,
      maxLength: 5,
    }),
    fc.constantFrom('$', '$', ''),
  )
  .map(([begin, parts, end]) => {
    const body = parts.map(([kind, own, often, behind], n) => (kind === 'v' ? own + often : `(?<g${n}>${own}${often})${kind}`) + behind);
    return `${begin}(?<all>${body.join('')})${end}`;
  });
/** Texts of the characters those tell apart. */
export const regexTexts = fc
  .array(fc.constantFrom('a', 'b', 'ab', '-', ' ', '.', '7', '12', 'c', '"', 'ñ', '\u{1f6b0}', '\n', 'aaaaaaaaaaaaaaaaaaaa'), {
    maxLength: 9,
  })
  .map((parts) => parts.join(''));

/** A regular expression of one pass, and texts that nearly match it. */
export const accessRegex =
  '^(?<a>[^ ]*) [^ ]* \\[(?<t>[^\\]]*)\\] "(?<v>\\S+) (?<p>[^ "]*)(?: HTTP/(?<h>[0-9.]+))?" (?<s>\\d+) (?<n>-?[0-9]+)(?: "(?<g>[^"]*)")?$';
export const accessTexts = fc
  .tuple(
    word,
    word,
    word,
    fc.constantFrom(' HTTP/1.1', '', ' HTTP/'),
    fc.constantFrom('200', '007', '12345678901234567890'),
    word,
    fc.boolean(),
  )
  .map(([a, t, p, h, s, g, more]) => `${a} - [${t}] "GET ${p}${h}" ${s} -7${more ? ` "${g}"` : ''}`);
