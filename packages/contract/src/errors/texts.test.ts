import { expect, test } from 'vitest';
import { errorCodes, isErrorCode } from './codes.ts';
import { errorText } from './texts.ts';

const codes = Object.keys(errorCodes).filter(isErrorCode);

test.each(['en', 'es'] as const)('every code has a sentence of its own in %s', (language) => {
  for (const words of codes.map((code) => errorText(code, language))) {
    expect(words.title.length).toBeGreaterThan(3);
    expect(words.text).toMatch(/[.]$/);
    expect(words.title + words.text).not.toContain('!');
  }
});

test('Spanish is not English', () => {
  for (const code of codes) expect(errorText(code, 'es').text).not.toBe(errorText(code, 'en').text);
});

test('fields stand in the sentence; a missing one is a dash', () => {
  expect(errorText('ACQ-PORT-RANGE', 'en', { port: 80, from: 1024, to: 65_535 }).title).toBe('Port 80 is outside the range');
  expect(errorText('ACQ-IN-USE', 'en', {}).text).toContain('Used by: –.');
});
