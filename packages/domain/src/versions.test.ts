import { describe, expect, test } from 'vitest';
import { keepsOverwritten, nextVersion, sittingGapMs, versionKinds, versionStatuses } from './versions.ts';

describe('the state of a draft that a save writes over', () => {
  const last = { at: 1000, by: 'ana' };
  test('is kept for another person and another sitting, not for each keystroke', () => {
    expect(keepsOverwritten(last, { at: 1001, by: 'berta' })).toBe(true);
    expect(keepsOverwritten(last, { at: 1000 + sittingGapMs, by: 'ana' })).toBe(false);
    expect(keepsOverwritten(last, { at: 1001 + sittingGapMs, by: 'ana' })).toBe(true);
  });
});

describe('the number of a publication', () => {
  test('follows its kind', () => {
    const after = (current: string) => versionKinds.map((kind) => [kind, nextVersion(current, kind)]);
    expect(after('1.2.3-4')).toEqual([
      ['major', { ok: true, value: '2.0.0' }],
      ['minor', { ok: true, value: '1.3.0' }],
      ['patch', { ok: true, value: '1.2.4' }],
      ['pre-release', { ok: true, value: '1.2.3-5' }],
      ['release', { ok: true, value: '1.2.3' }],
    ]);
    expect(nextVersion('1.2.3', 'release')).toMatchObject({ ok: false, error: 'nothing-to-release' });
  });

  test('of versions, the running ones stand first and the states that were written over last', () => {
    expect(versionStatuses).toEqual(['running', 'stopped', 'draft', 'archived', 'autosaved']);
  });
});
