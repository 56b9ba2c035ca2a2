import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('no text runs as a formula in a spreadsheet, whatever it begins with', () => {
  const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠SUM(A1)'];
  for (const text of texts) expect(csvLine([text])).toMatch(/^"?'/);
});

test('no part of a text runs where the spreadsheet takes a semicolon for the separator', () => {
  expect(csvLine(['a;=1+1;', 'b\n=2;', 'c;"=3;', 'd; =4', 'x=5'])).toBe(`a;'=1+1;,"b\n'=2;","c;""'=3;",d; =4,x=5\r\n`);
});

test('numbers stay numbers, also below zero', () => {
  expect(csvLine([-5, 0, 1.5, -1e21])).toBe('-5,0,1.5,-1e+21\r\n');
});

test('no text breaks its cell or its line', () => {
  expect(csvLine(['a,b', 'say "so"', 'a\r\nb', '=cmd|"/c calc"!A1,2', ''])).toBe(
    `"a,b","say ""so""","a\r\nb","'=cmd|""/c calc""!A1,2",\r\n`,
  );
});
