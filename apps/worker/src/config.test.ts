import { dayMs, GiB } from '@acequia/base';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const needed = { ACEQUIA_SERVER_URL: 'http://127.0.0.1:1', ACEQUIA_WORKER_DATA: '/data' };

test('dead letters are kept for a week and up to 1 GiB unless told otherwise', () => {
  expect(readConfig(needed, 2)).toMatchObject({ ok: true, value: { deadLetterBytes: GiB, deadLetterMs: 7 * dayMs } });
  const told = { ...needed, ACEQUIA_DEAD_LETTER_BYTES: '5000000', ACEQUIA_DEAD_LETTER_DAYS: '0.5' };
  expect(readConfig(told, 2)).toMatchObject({ ok: true, value: { deadLetterBytes: 5_000_000, deadLetterMs: dayMs / 2 } });
});

test.each([
  ['ACEQUIA_DEAD_LETTER_BYTES', '1000'],
  ['ACEQUIA_DEAD_LETTER_BYTES', 'much'],
  ['ACEQUIA_DEAD_LETTER_DAYS', '0'],
  ['ACEQUIA_DEAD_LETTER_DAYS', '1000'],
  ['ACEQUIA_JOURNAL_BYTES', '1'],
  ['ACEQUIA_LANES', '-1'],
  ['ACEQUIA_KERNELS', 'none'],
])('%s=%s is refused by name', (name, value) => {
  expect(readConfig({ ...needed, [name]: value }, 2)).toMatchObject({ ok: false, error: expect.stringContaining(name) as string });
});

test('lanes: all cores but one, and beside intake on a machine with one', () => {
  const lanes = (cores: number, env = {}) => readConfig({ ...needed, ...env }, cores);
  expect([1, 2, 8, 200].map((cores) => lanes(cores))).toMatchObject([0, 1, 7, 64].map((count) => ({ ok: true, value: { lanes: count } })));
  expect(lanes(8, { ACEQUIA_LANES: '2' })).toMatchObject({ ok: true, value: { lanes: 2 } });
});

test('the compiled kernels run unless their JavaScript form is asked for', () => {
  expect(readConfig(needed, 2)).toMatchObject({ ok: true, value: { kernels: 'wasm' } });
  expect(readConfig({ ...needed, ACEQUIA_KERNELS: 'script' }, 2)).toMatchObject({ ok: true, value: { kernels: 'script' } });
});
