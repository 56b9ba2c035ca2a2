import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectations } from '@acequia/event';
import { expectedCodes, faultCodes, faultText, hasReasonText, reasonCodes, languageTexts, reasonText } from './reason-text.ts';
import { rejectionFields } from './words.ts';
import { languages } from './text.ts';

/** Upper-case words of the sources that no user meets as a code: names of other systems, times, cases. */
const notCodes = new Set([
  'CONSTANT_CASE',
  'EPOCH_MS',
  'EPOCH_US',
  'EPOCH_NS',
  'ABORT_ERR',
  'HPE_HEADER_OVERFLOW',
  'INVALID_CREDENTIALS',
  'NODE_COMPILE_CACHE',
]);
const notFamilies = new Set(['ERR', 'SE', 'LI', 'DS', 'LB', 'PV', 'PL', 'CERT', 'TOY']);

/** A package's sources, with their files. */
function sourcesOf(packageName: string): [text: string, file: string][] {
  const root = new URL(`../../../${packageName}/src/`, import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('testing'),
  );
  return files.map((file) => [readFileSync(new URL(file, root), 'utf8'), `${packageName}/src/${file}`]);
}

/** Code literals of a package's sources, with the file they stand in. */
function codesOf(packageName: string): [code: string, file: string][] {
  return sourcesOf(packageName).flatMap(([text, file]) =>
    [...text.matchAll(/['"`]([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)['"`]/g)].map((match): [string, string] => [match[1]!, file]),
  );
}

test.each(['event', 'component-sdk', 'components', 'wire', 'engine'])('every code of %s has words', (name) => {
  const codes = codesOf(name).filter(([code]) => !notCodes.has(code) && !notFamilies.has(code.split('_')[0]!));
  expect(codes.length).toBeGreaterThan(5);
  expect(codes.filter(([code]) => !hasReasonText(code)).map(([code, file]) => `${code} (${file})`)).toEqual([]);
});

test.each(languages)('what was expected gives each of its values in %s, and no other', (language) => {
  expect([...expectedCodes].sort()).toEqual(Object.keys(expectations).sort());
  for (const [code, names] of Object.entries(expectations)) {
    const text = languageTexts[language].expected[code]!;
    expect(text, code).toMatch(language === 'en' ? /^expected [^.]/ : /^se esperaban? [^.]/);
    expect(text.at(-1), code).not.toBe('.');
    expect([...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort(), code).toEqual([...names].sort());
  }
});

test('the words of a rejection are in the language of the reader, with its values', () => {
  const rejection = {
    code: 'PARSE_TYPE',
    message: 'PARSE_TYPE',
    offset: 4,
    expected: { code: 'EXPECTED_CELLS', fields: { count: 3, found: 2, field: 'row' } },
  };
  expect(reasonText('PARSE_TYPE', 'en', rejectionFields(rejection)).text).toContain(
    'in the field row: expected number of cells: 3, found: 2.',
  );
  expect(reasonText('PARSE_TYPE', 'es', rejectionFields(rejection)).text).toContain(
    'en el campo row: se esperaba este número de celdas: 3; hay: 2.',
  );
  const text = { code: 'EXPECTED_TEXT', fields: { text: '[{field}]' } };
  expect(reasonText('PARSE_NO_MATCH', 'en', { offset: 0, ...rejectionFields({ expected: text }) }).text).toMatch(
    /^Parsing stopped at character 1: expected “\[\{field\}\]”\. /,
  );
});

test('an event that was rejected before there were codes keeps its message', () => {
  const rejection = { code: 'PARSE_TYPE', message: 'port: expected digits' };
  expect(reasonText('PARSE_TYPE', 'en', rejectionFields(rejection)).text).toContain('as that type: port: expected digits. ');
  expect(reasonText('PARSE_TYPE', 'es', rejectionFields(rejection)).text).toContain('como ese tipo: «port: expected digits». ');
});

test.each(['event', 'components', 'engine'])('no step of %s explains a rejection in English alone', (name) => {
  const inEnglish = /(?:new ExpressionError|out\.reject)\([^;]*?['"`][a-z][^'"`]* [a-z][^'"`]*['"`]/g;
  expect("out.reject(row, 'TYPE_INPUT', { message: 'not a number' });").toMatch(inEnglish);
  expect("new ExpressionError('EXPR_TYPE', `${call} is not text`)".replace('${call}', 'a')).toMatch(inEnglish);
  const found = sourcesOf(name).flatMap(([text, file]) => [...text.matchAll(inEnglish)].map((match) => `${file}: ${match[0]}`));
  expect(found).toEqual([]);
});

test('wire faults keep their words when a data sink reports them', () => {
  for (const code of ['NAME_NOT_FOUND', 'CONNECT_REFUSED', 'RESPONSE_TIMEOUT', 'ABORTED'])
    expect(reasonText(`DELIVERY_${code}`, 'es')).toEqual(reasonText(code, 'es'));
  expect(reasonText('DELIVERY_REFUSED', 'en').title).toBe('DELIVERY_REFUSED');
});

test.each(languages)('words in %s are whole sentences, without marks left over', (language) => {
  const all = {
    message: 'm',
    status: 503,
    offset: 3,
    detail: 'd',
    field: 'f',
    type: 't',
    expected: 'x',
    min: 1,
    max: 2,
    path: 'p',
    component: 'c',
    name: 'n',
    fix: 'y',
    encoding: 'z',
  };
  for (const fields of [{}, all]) {
    for (const code of [...reasonCodes, 'HTTP_401', 'HTTP_302', 'HTTP_418', 'HTTP_503']) {
      const { title, text } = reasonText(code, language, fields);
      expect(title, code).toMatch(/^\p{Lu}[^{[\]!]{3,}[^.]$/u);
      expect(text, code).toMatch(/^[^{[\]!]{8,}\.$/);
      if (fields === all) expect(title + text, code).not.toContain('–');
    }
    for (const code of faultCodes) {
      expect(faultText(code, language, fields), code).toMatch(/^[^!]{8,}\.$/);
      expect(faultText(code, language, fields), code).not.toMatch(/\[[^\]]*\{|undefined/);
    }
  }
});

test('the two languages differ everywhere', () => {
  for (const code of reasonCodes) expect(reasonText(code, 'en').text, code).not.toBe(reasonText(code, 'es').text);
  for (const code of faultCodes) expect(faultText(code, 'en'), code).not.toBe(faultText(code, 'es'));
});

test('values are filled in, and left out with their words when absent', () => {
  expect(faultText('EXPR_SYNTAX', 'en', { offset: 4, detail: '==' })).toBe('Not understood near “==”, at position 5.');
  expect(faultText('EXPR_SYNTAX', 'es', { offset: 4, detail: '' })).toBe('Falta algo al final.');
  expect(faultText('CONFIG_REFERENCE', 'en')).toContain('${name}');
  expect(faultText('CONFIG_TOO_SHORT', 'en', { min: 1 })).toBe('Fill this in.');
  expect(faultText('CONFIG_TOO_SHORT', 'en', { min: 2 })).toContain('at least 2');
  expect(faultText('EXPR_PATTERN', 'en', { detail: 'REGEX_SYNTAX@0' })).toBe(faultText('REGEX_SYNTAX', 'en'));
  expect(faultText('EXPR_PATTERN', 'en', { detail: 'constant' })).toContain('fixed text');
  expect(reasonText('COMPONENT_UNKNOWN', 'en', { message: 'http 2.0.0' }).text).toContain('http 2.0.0');
  expect(reasonText('HTTP_503', 'es').title).toContain('(503)');
  expect(reasonText('EADDRINUSE', 'en')).toEqual(reasonText('PORT_IN_USE', 'en'));
  expect(reasonText('CONFIG_HTTPS', 'en')).toEqual({ title: 'A setting cannot be used', text: faultText('CONFIG_HTTPS', 'en') });
});

test('a code nobody has words for is shown itself, with its message', () => {
  expect(reasonText('NEW_THING', 'en', { message: 'it broke' })).toEqual({
    title: 'NEW_THING',
    text: 'it broke. Check the worker’s log for the cause.',
  });
  expect(reasonText('constructor', 'es').title).toBe('constructor');
  expect(faultText('toString', 'en')).toBe('This value is not valid (toString). Enter a different one.');
});

test('what a destination answered stands behind the words for its status', () => {
  const fields = { message: 'index {logs} is [closed]' };
  expect(reasonText('HTTP_503', 'en', fields).text).toMatch(/ It answered: “index \{logs\} is \[closed\]”\.$/);
  expect(reasonText('HTTP_503', 'es', fields).text).toMatch(/ Respondió: «index \{logs\} is \[closed\]»\.$/);
  expect(reasonText('HTTP_503', 'en').text).not.toContain('answered');
  expect(reasonText('CONNECT_REFUSED', 'en', fields).text).not.toContain('answered');
});
