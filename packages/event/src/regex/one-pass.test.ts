import { expect, test } from 'vitest';
import { compileRegex } from './compile-regex.ts';
import { onePassOf, type OnePass } from './one-pass.ts';

const planOf = (source: string): OnePass | undefined => {
  const regex = compileRegex(source);
  return regex.ok ? onePassOf(source, regex.value.names.keys()) : undefined;
};

/** Groups of a text in one pass; null where one took no part. */
function groupsOf({ states, classes, whole, outputs }: OnePass, text: string): readonly (string | null)[] | undefined {
  const bytes = Buffer.from(text);
  const marks = new Map<number, number>();
  let state = states[0]!;
  let at = 0;
  for (; at < bytes.length; at++) {
    const move = state.moves[classes[bytes[at]!]!];
    if (move === undefined && whole) return undefined;
    if (move === undefined) break;
    for (const mark of move.marks) marks.set(mark, at);
    state = states[move.to]!;
  }
  if (state.ends === undefined) return undefined;
  for (const mark of state.ends) marks.set(mark, at);
  return outputs.map((_, n) => (marks.has(n * 2) ? bytes.toString('utf8', marks.get(n * 2), marks.get(n * 2 + 1)) : null));
}

test.each([
  ['^(?<a>[^ ]*) (?<b>\\d+)$', 'xñ 12', ['xñ', '12']],
  ['^(?<a>[^ ]*) (?<b>\\d+)$', ' 12', ['', '12']],
  ['^(?<a>x+)(?:-(?<b>y))?$', 'xx', ['xx', null]],
  ['^(?<a>x{1,3})y', 'xxyzz', ['xx']],
  ['^(?<a>(?<b>x)?y)', 'y', ['y', null]],
  ['^(?<a>GET|POST) (?<b>.*)$', 'POST \u{1f6b0}', ['POST', '\u{1f6b0}']],
  ['^(?<a>[^x]{2})$', 'ñ\u{1f6b0}', ['ñ\u{1f6b0}']],
] as const)('a pattern that goes on one way is read in one pass: %s', (source, text, groups) => {
  const plan = planOf(source)!;
  expect(groupsOf(plan, text)).toEqual(groups);
  const regex = compileRegex(source);
  expect(regex.ok && [...regex.value.names.values()].map((n) => regex.value.exec(text)?.groups[n] ?? null)).toEqual(groups);
});

test.each([
  ['a byte goes on two ways', '^(?<a>x*)x$'],
  ['two branches begin alike', '^(?<a>ab|ac)$'],
  ['it is a search', '(?<a>x+)$'],
  ['a lazy part ends it', '^(?<a>x+?)'],
  ['a group is in a loop', '^(?:(?<a>x)y)+$'],
  ['a boundary is asked for', '^(?<a>x+)\\b$'],
  ['letters beyond ASCII are told apart', '^(?<a>[à-ü]+)$'],
  ['it is long', `^(?<a>x{300}y{300})$`],
  ['a branch may take nothing', '^(?<a>x|)$'],
])('what one pass cannot settle is refused: %s', (_, source) => {
  expect(compileRegex(source).ok).toBe(true);
  expect(planOf(source)).toBeUndefined();
});

test('a text that does not match is not read, however near', () => {
  const plan = planOf('^(?<a>[^ ]+) (?<b>\\d+)$')!;
  for (const text of ['', ' 1', 'x 1 ', 'x ', 'x', 'x 1y']) expect([text, groupsOf(plan, text)]).toEqual([text, undefined]);
});
