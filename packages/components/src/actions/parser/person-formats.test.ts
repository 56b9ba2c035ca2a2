import { expect, test } from 'vitest';
import { judge, personFormats, type PersonFormat } from './formats/person-formats.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** So many were kept when it was measured last; never fewer than two thirds. */
const keptMin = 96;

/** What the method made of the formats of `fresh`, which nobody had looked at it with: short of two thirds, and not without wrong ones. */
const freshWhole = 7;
const freshWrong = ['gluster', 'ingress', 'ontap', 'oracle-listener', 'scylla'];

const verdictOf = (format: PersonFormat) => {
  const parsers = proposeParser(format.lines);
  const pattern = parsers.length === 0 ? proposePattern(format.lines) : undefined;
  return { name: format.name, ...judge(format, pattern ? [pattern] : parsers) };
};
const verdicts = (['working', 'sealed', 'later'] as const).flatMap(personFormats).map(verdictOf);

test('no column mixes two of a person’s, or bears a name or a type that is not its own', () => {
  expect(verdicts.filter(({ wrong }) => wrong.length > 0)).toEqual([]);
});

test('on two thirds of the formats, and more, every column of a person’s is kept', () => {
  const kept = verdicts.filter(({ lost, wrong }) => lost.length + wrong.length === 0);
  expect(kept.length, JSON.stringify(verdicts.filter(({ lost }) => lost.length > 0))).toBeGreaterThanOrEqual(
    Math.max(keptMin, Math.ceil((verdicts.length * 2) / 3)),
  );
});

test('formats that were held out lose no column more than when they were measured, and no other has a wrong one', () => {
  const fresh = personFormats('fresh').map(verdictOf);
  expect(fresh.filter(({ wrong }) => wrong.length > 0).map(({ name }) => name)).toEqual(freshWrong);
  expect(fresh.filter(({ lost, wrong }) => lost.length + wrong.length === 0)).toHaveLength(freshWhole);
});
