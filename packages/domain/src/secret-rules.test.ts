import { expect, test } from 'vitest';
import { pemBlocks } from './pem.ts';
import { meantValue, secretFaults } from './secret-rules.ts';

const entered = { description: 'd', value: 'v', expirationDate: 20 };
const certificate = '-----BEGIN CERTIFICATE-----\nAAAA\nBBBB\n-----END CERTIFICATE-----\n';

test('each field has its own fault, and what is not changed has none', () => {
  expect(secretFaults(entered, 10)).toEqual({});
  expect(secretFaults({ description: ' ', value: '', expirationDate: null }, 10)).toEqual({
    description: 'WEB-00028',
    value: 'WEB-00030',
    expirationDate: 'WEB-00029',
  });
  expect(secretFaults({ ...entered, expirationDate: 10 }, 10)).toEqual({ expirationDate: 'ACQ-SECRET-PAST' });
  expect(secretFaults({ description: 'd', value: undefined, expirationDate: undefined }, 10)).toEqual({});
});

test.each([
  ['whole', certificate, undefined],
  ['with Windows line breaks', certificate.replaceAll('\n', '\r\n'), undefined],
  ['without the last line break', certificate.trim(), undefined],
  ['behind words', `subject=CN = x\n${certificate}`, undefined],
  ['in one line', certificate.replaceAll('\n', ''), 'ACQ-PEM-BROKEN'],
  ['with its line breaks written out', certificate.replaceAll('\n', '\\n'), 'ACQ-PEM-BROKEN'],
  ['without an end', certificate.slice(0, 40), 'ACQ-PEM-BROKEN'],
  ['with another end', certificate.replace('END CERTIFICATE', 'END PUBLIC KEY'), 'ACQ-PEM-BROKEN'],
  ['with a letter missing', certificate.replace('AAAA', 'AAA'), 'ACQ-PEM-BROKEN'],
  ['beside a broken one', certificate + certificate.slice(5), 'ACQ-PEM-BROKEN'],
  ['as a locked key', certificate.replaceAll('CERTIFICATE', 'ENCRYPTED PRIVATE KEY'), 'ACQ-PEM-ENCRYPTED'],
  [
    'as a locked key of old',
    '-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: x\n\nAAAA\n-----END RSA PRIVATE KEY-----',
    'ACQ-PEM-ENCRYPTED',
  ],
])('PEM %s', (_how, value, fault) => {
  expect(secretFaults({ ...entered, value }, 10).value).toBe(fault);
});

test('a pasted password loses the line break at its end, PEM keeps every one', () => {
  expect(meantValue('token\r\n\n')).toBe('token');
  expect(meantValue('two\nlines\n')).toBe('two\nlines');
  expect(meantValue(certificate)).toBe(certificate);
  expect(pemBlocks(certificate + certificate)).toHaveLength(2);
});
