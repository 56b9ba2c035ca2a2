import { expect, test } from 'vitest';
import { checkConditionName, checkFieldName, checkGeneratedName, checkKey, checkNames, isFormLiteral } from './names.ts';

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
