import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { readAssistant } from './assistant-settings.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'acequia-assistant-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const set = (more: Record<string, string>) =>
  readAssistant({ ACEQUIA_ASSISTANT_URL: 'https://models.example/v1/', ACEQUIA_ASSISTANT_MODEL: 'm', ...more }, folder);

test('without an address there is no assistant; with one, a model and defaults', () => {
  expect(readAssistant({}, folder)).toBeUndefined();
  expect(set({})).toEqual({
    url: 'https://models.example/v1',
    model: 'm',
    key: undefined,
    tokensMax: 4096,
    questionsPerHour: 60,
    timeoutMs: 180_000,
  });
});

test('the key is read from a file that only its owner may read, and never sent in the clear to another machine', () => {
  writeFileSync(path.join(folder, 'key'), 'sk-1\n', { mode: 0o600 });
  writeFileSync(path.join(folder, 'open-key'), 'sk-1\n', { mode: 0o644 });
  expect(set({ ACEQUIA_ASSISTANT_KEY_FILE: 'key' })?.key).toBe('sk-1');
  expect(() => set({ ACEQUIA_ASSISTANT_KEY_FILE: 'open-key' })).toThrow('can be read by other users');
  expect(() => set({ ACEQUIA_ASSISTANT_KEY_FILE: 'none' })).toThrow('cannot be read');
  expect(() => set({ ACEQUIA_ASSISTANT_KEY_FILE: 'key', ACEQUIA_ASSISTANT_KEY: 'x' })).toThrow('not both');
  expect(() => set({ ACEQUIA_ASSISTANT_KEY: 'a\nb' })).toThrow('line breaks');
  expect(() => set({ ACEQUIA_ASSISTANT_URL: 'http://models.example/v1', ACEQUIA_ASSISTANT_KEY: 'x' })).toThrow('https://');
  expect(set({ ACEQUIA_ASSISTANT_URL: 'http://127.0.0.1:11434/v1', ACEQUIA_ASSISTANT_KEY: 'x' })?.url).toBe('http://127.0.0.1:11434/v1');
});

test.each(['models.example', 'ftp://models.example', 'https://user:word@models.example', 'https://models.example/v1?key=x'])(
  'an address like %s stops the start',
  (url) => expect(() => set({ ACEQUIA_ASSISTANT_URL: url })).toThrow('ACEQUIA_ASSISTANT_URL must be an address'),
);

test('an address without a model, and a limit out of bounds, stop the start', () => {
  expect(() => set({ ACEQUIA_ASSISTANT_MODEL: '' })).toThrow('ACEQUIA_ASSISTANT_MODEL');
  expect(() => set({ ACEQUIA_ASSISTANT_MAX_TOKENS: '1' })).toThrow('ACEQUIA_ASSISTANT_MAX_TOKENS');
});
