import { beforeAll, expect, it } from 'vitest';
import { codeFaultText, faultText } from './fault-text.ts';
import { loadErrorWords } from '#lib/operations/error-words.ts';

beforeAll(() => loadErrorWords());

it('names the fault of a field in the language asked for, with its values', () => {
  const small = { path: 'port', code: 'CONFIG_TOO_SMALL', severity: 'error', fields: { min: 7 } } as const;
  expect(faultText(small, 'en')).toContain('7');
  expect(faultText(small, 'es')).not.toBe(faultText(small, 'en'));
});

it('uses the words of the server for the codes of the server', () => {
  expect(faultText({ path: 'port', code: 'ACQ-PORT-TAKEN', severity: 'error' }, 'en')).toMatch(/port/i);
});

it('uses the words of reasons for what a worker found, never a bare code', () => {
  const text = faultText({ path: 'port', code: 'PORT_IN_USE', severity: 'error', fields: { port: 514 } }, 'es');
  expect(text).not.toContain('PORT_IN_USE');
  expect(text.length).toBeGreaterThan(10);
});

it('says where an expression is not understood', () => {
  expect(codeFaultText({ code: 'EXPR_SYNTAX', offset: 4, detail: '??' }, 'en')).toMatch(/5/);
});
