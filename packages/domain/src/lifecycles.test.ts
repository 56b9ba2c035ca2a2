import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { versionStart } from './lifecycles.ts';

const cluster = fc.record({ applied: fc.boolean(), online: fc.boolean() });

describe('the start of a version', () => {
  test('nobody to take it, on its way, refused, run', () => {
    const [away, online] = [
      { applied: false, online: false },
      { applied: false, online: true },
    ];
    expect(versionStart([away], false)).toBe('waiting');
    expect(versionStart([away, online], false)).toBe('starting');
    expect(versionStart([online], true)).toBe('refused');
    expect(versionStart([away, { applied: true, online: true }], false)).toBeNull();
  });

  test('it is over exactly when one worker runs it, and a refusal needs a worker', () => {
    fc.assert(
      fc.property(fc.array(cluster), fc.boolean(), (clusters, refusal) => {
        const start = versionStart(clusters, refusal);
        expect(start === null).toBe(clusters.some((each) => each.applied));
        if (start === 'refused' || start === 'starting') expect(clusters.some((each) => each.online)).toBe(true);
        if (start === 'refused') expect(refusal).toBe(true);
      }),
    );
  });
});
