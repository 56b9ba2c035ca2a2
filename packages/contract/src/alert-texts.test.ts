import { expect, test } from 'vitest';
import { alertCodes } from './alert-shapes.ts';
import { alertText, causeFields, causeIn } from './alert-texts.ts';

const fields = { name: 'SIEM', percent: 12, count: 3, until: '2027-01-02', minutes: 40, version: 4, error: 'EIO', address: '10.0.0.7' };

test.each(['en', 'es'] as const)('every alert has whole sentences in %s', (language) => {
  for (const code of alertCodes) {
    const { title, text } = alertText(code, language, fields);
    expect(title, code).toMatch(/^\p{Lu}[^{–!]{3,}[^.]$/u);
    expect(text, code).toMatch(/^[^{–!]{8,}\.$/);
  }
});

test('Spanish is not English', () => {
  for (const code of alertCodes) expect(alertText(code, 'es', fields).text).not.toBe(alertText(code, 'en', fields).text);
});

test('a day is written as the language writes it', () => {
  expect(alertText('SECRET_EXPIRY', 'en', fields).text).toContain('until Jan 2, 2027.');
  expect(alertText('SECRET_EXPIRY', 'es', fields).text).toContain('hasta el 2 ene 2027.');
  expect(alertText('SECRET_EXPIRY', 'en', { ...fields, until: 'soon' }).text).toContain('until soon.');
});

test('many at once are counted in the title', () => {
  expect(alertText('DESTINATION_DOWN', 'en', fields, 12).title).toBe('SIEM isn’t accepting events (12 at once)');
  expect(alertText('DESTINATION_DOWN', 'es', fields, 1).title).toBe('SIEM no acepta eventos');
});

test('one event and several agree with their words', () => {
  expect(alertText('EVENTS_LOST', 'en', { ...fields, count: 1 }).title).toBe('SIEM lost 1 event');
  expect(alertText('EVENTS_LOST', 'es', fields).title).toBe('SIEM ha perdido 3 eventos');
  expect(alertText('STEP_FAILURES', 'es', { ...fields, count: 1 }).text).toContain('1 evento, que se ha rechazado.');
});

test('why a data sink is down is in the alert in the words of its state, and a way to it where nobody has said', () => {
  const reason = { code: 'HTTP_401', fields: { status: 401 } };
  expect(causeIn({ name: 'SIEM', ...causeFields(reason) })).toEqual(reason);
  const quoting = { ...reason, fields: { ...reason.fields, message: '{"card":"4111"}' } };
  expect(causeIn(causeFields(quoting))).toEqual(reason);
  expect(causeIn({ name: 'SIEM' })).toBeNull();
  const cause = 'The destination refuses the credentials (401). Check them.';
  expect(alertText('DESTINATION_DOWN', 'en', fields, 1, cause).text).toBe(
    `${cause} Undelivered events wait on the worker’s disk and are sent when the destination accepts events again.`,
  );
  expect(alertText('DESTINATION_DOWN', 'en', fields).text).toMatch(/^Open the data sink to see the cause\. Undelivered events wait/);
});
