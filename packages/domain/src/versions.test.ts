import { describe, expect, test } from 'vitest';
import { keepsOverwritten, sittingGapMs } from './versions.ts';

describe('the state of a draft that a save writes over', () => {
  const last = { at: 1000, by: 'ana' };
  test('is kept for another person and another sitting, not for each keystroke', () => {
    expect(keepsOverwritten(last, { at: 1001, by: 'berta' })).toBe(true);
    expect(keepsOverwritten(last, { at: 1000 + sittingGapMs, by: 'ana' })).toBe(false);
    expect(keepsOverwritten(last, { at: 1001 + sittingGapMs, by: 'ana' })).toBe(true);
  });
});
