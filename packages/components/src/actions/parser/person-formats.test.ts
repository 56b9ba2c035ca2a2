import { expect, test } from 'vitest';
import { judge, personFormats } from './formats/person-formats.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** So many were kept when it was measured last; never fewer than two thirds. */
const keptMin = 82;

const verdicts = (['working', 'sealed', 'later'] as const).flatMap(personFormats).map((format) => {
  const parsers = proposeParser(format.lines);
  const pattern = parsers.length === 0 ? proposePattern(format.lines) : undefined;
  return { name: format.name, ...judge(format, pattern ? [pattern] : parsers) };
});

test('no column mixes two of a person’s, or bears a name or a type that is not its own', () => {
  expect(verdicts.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

test('on two thirds of the formats, and more, every column of a person’s is kept', () => {
  const kept = verdicts.filter(({ lost, wrong }) => lost.length + wrong.length === 0);
  expect(kept.length, JSON.stringify(verdicts.filter(({ lost }) => lost.length > 0))).toBeGreaterThanOrEqual(
    Math.max(keptMin, Math.ceil((verdicts.length * 2) / 3)),
  );
});
