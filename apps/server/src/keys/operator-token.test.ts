import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readOperatorToken } from './operator-token.ts';

test('the token is not taken from a file that others could read', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'acequia-operator-'));
  const file = path.join(folder, 'operator-token');
  const mode = () => statSync(file).mode & 0o777;
  const token = readOperatorToken(undefined, folder);
  expect([token.length, mode()]).toEqual([43, 0o600]);
  chmodSync(file, 0o644);
  expect(() => readOperatorToken(undefined, folder)).toThrow(`chmod 600 ${file}`);
  chmodSync(file, 0o600);
  expect(readOperatorToken(undefined, folder)).toBe(token);
  rmSync(folder, { recursive: true });
});
