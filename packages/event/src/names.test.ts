import { describe, expect, test, vi } from 'vitest';
import { checkConditionName, checkFieldName, checkGeneratedName, checkKey, checkNames, isFormLiteral, NameCleaner } from './names.ts';

test.each([
  [checkFieldName, { '': 'NAME_EMPTY', _a: 'NAME_RESERVED', 'a b': 'NAME_CHARACTERS', $a: 'NAME_CHARACTERS', '#-.a_9': undefined }],
  [checkGeneratedName, { $a: 'NAME_RESERVED', _a: 'NAME_RESERVED', a: undefined }],
  [checkKey, { '': 'NAME_EMPTY', '9a': 'NAME_CHARACTERS', _a: 'NAME_CHARACTERS', 'a-b': 'NAME_CHARACTERS', a_9: undefined }],
  [checkConditionName, { '': 'NAME_EMPTY', error: 'NAME_RESERVED', 'a/b': 'NAME_CHARACTERS', 'bad login': undefined }],
] as const)('%o finds what is wrong with a name', (check, faults) => {
  for (const [name, fault] of Object.entries(faults)) expect([name, check(name)]).toEqual([name, fault]);
});

test('of two equal names the later one is told', () => {
  expect(checkNames(['a', '', 'b', 'a'], checkKey)).toEqual([
    { index: 1, fault: 'NAME_EMPTY' },
    { index: 3, fault: 'NAME_DUPLICATE' },
  ]);
});

test('a literal is printable ASCII without blanks, 1 to 1,024 characters', () => {
  expect(['!', '~', 'x'.repeat(1024)].map(isFormLiteral)).toEqual([true, true, true]);
  expect(['', ' ', 'a b', 'a\tb', 'ñ', '\u007f', 'x'.repeat(1025)].filter(isFormLiteral)).toEqual([]);
});

describe('names that collide', () => {
  const long = 'x'.repeat(256);

  test('get the least free number, also where the number takes room from the name', () => {
    const cleaner = new NameCleaner(['a', 'a_3']);
    expect(['a', 'a', 'a_2', 'a'].map((name) => cleaner.clean(name))).toEqual(['a_2', 'a_4', 'a_2_2', 'a_5']);
    const numbers = Array.from({ length: 12 }, () => cleaner.clean(long));
    expect(numbers.slice(-2)).toEqual([`${long.slice(3)}_11`, `${long.slice(3)}_12`]);
    expect([long.slice(3), long.slice(3)].map((name) => cleaner.clean(name))).toEqual([long.slice(3), `${long.slice(3)}_2`]);
  });

  test.each([
    ['one name over and over', () => 'q w'],
    ['names that end in numbers', (n: number) => (n % 2 ? 'q' : `q_${n}`)],
    ['one name too long over and over', () => long],
  ])('of %s, each costs a bounded number of looks', (_, nameOf) => {
    const names = Array.from({ length: 2000 }, (__, n) => nameOf(n));
    const cleaner = new NameCleaner();
    const looks = vi.spyOn(Set.prototype, 'has');
    const cleaned = names.map((name) => cleaner.clean(name));
    const count = looks.mock.calls.length;
    looks.mockRestore();
    expect(count).toBeLessThan(names.length * 6);
    expect(new Set(cleaned).size).toBe(names.length);
  });
});
