import { expect, test } from 'vitest';
import { hashesAtOnce } from './passwords.ts';

test.each([
  { cores: 1, hashes: 1 },
  { cores: 2, hashes: 1 },
  { cores: 7, hashes: 1 },
  { cores: 8, hashes: 2 },
  { cores: 96, hashes: 4 },
])('hashes do not crowd $cores cores: $hashes at once', ({ cores, hashes }) => {
  expect(hashesAtOnce(cores)).toBe(hashes);
});
