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

test.each([
  ['WEB-00025', 'Data sink not found'],
  ['WEB-00026', 'Listener not found'],
  ['WEB-00028', 'Description should not be empty'],
  ['WEB-00029', 'Expiration date cannot be empty'],
  ['WEB-00030', 'Value cannot be empty'],
  ['WEB-00031', 'This name already exists'],
  ['WEB-00032', 'Name cannot be empty'],
  ['WEB-00034', 'This name already exists'],
  ['WEB-00035', 'This name already exists'],
  ['WEB-12006', 'This name already exists'],
  ['WEB-00000', 'An error occurred, please, try again later or contact us'],
] as const)('%s says in English what the specification says', (code, title) => {
  expect(errorText(code, 'en').title).toBe(title);
});

test('a refusal is not asked for again; only a fault of the server or of its load may be', () => {
  for (const code of ['WEB-11011', 'WEB-00508', 'WEB-00015', 'WEB-00027'] as const) expect(errorCodes[code].retry).toBe(false);
  expect(errorCodes['WEB-00000'].retry).toBe(true);
});

test('Spanish is not English', () => {
  for (const code of codes) expect(errorText(code, 'es').text).not.toBe(errorText(code, 'en').text);
});

test('fields stand in the sentence; a missing one is a dash', () => {
  expect(errorText('ACQ-PORT-RANGE', 'en', { port: 80, from: 1024, to: 65_535 }).title).toBe('Port 80 is out of range');
  expect(errorText('ACQ-IN-USE', 'en', {}).text).toContain('Used by: –.');
});

test('a port that a listener of another organization has is said to be taken, without a name and without a gap for one', () => {
  const taken = { port: 6000, protocol: 'tcp' };
  expect(errorText('ACQ-PORT-TAKEN', 'en', taken).text).toBe('Another listener of the cluster uses it. Choose a different port.');
  expect(errorText('ACQ-PORT-TAKEN', 'es', taken).text).toBe('Lo usa otro listener del clúster. Elige otro puerto.');
  expect(errorText('ACQ-PORT-TAKEN', 'en', { ...taken, by: 'gate [a]' }).text).toContain('uses it: gate [a]. Choose');
});
