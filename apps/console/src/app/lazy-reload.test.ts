import { describe, expect, it } from 'vitest';
import { reloadOnce } from './lazy-reload.ts';

const storage = () => {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  } as unknown as Storage;
};

describe('a page whose code is gone', () => {
  it('reloads once per build and minute', () => {
    const store = storage();
    let reloads = 0;
    const attempt = (nowMs: number, build: string) => reloadOnce(nowMs, build, store, () => (reloads += 1));
    expect(attempt(0, 'a')).toBe(true);
    expect(attempt(59_000, 'a')).toBe(false);
    expect(attempt(59_500, 'b')).toBe(true);
    expect(attempt(120_000, 'b')).toBe(true);
    expect(reloads).toBe(3);
  });
});
