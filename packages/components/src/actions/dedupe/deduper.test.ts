import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Deduper, type DeduperOptions } from './deduper.ts';

type Settings = Pick<DeduperOptions, 'withinMs' | 'sliding' | 'maxKeys' | 'counting'>;

/** What the documents say, as plainly as it can be said. */
class Model {
  evicted = 0;
  /** Oldest first. */
  readonly #keys: { key: number; since: number; suppressed: number }[] = [];
  readonly #o: Settings;
  constructor(settings: Settings) {
    this.#o = settings;
  }

  judge(key: number, now: number): number {
    const { withinMs, sliding, maxKeys, counting } = this.#o;
    const expired = ({ since }: { since: number }) => now - since >= withinMs;
    while (this.#keys[0] && expired(this.#keys[0]) && !(counting && this.#keys[0].suppressed > 0)) this.#keys.shift();
    const at = this.#keys.findIndex((entry) => entry.key === key);
    const known = this.#keys[at];
    if (known && !expired(known)) {
      known.suppressed++;
      if (sliding) this.#keys.push({ ...this.#keys.splice(at, 1)[0]!, since: now });
      return -1;
    }
    if (known) this.#keys.splice(at, 1);
    else if (this.#keys.length === maxKeys && !expired(this.#keys.shift()!)) this.evicted++;
    this.#keys.push({ key, since: now, suppressed: 0 });
    return known?.suppressed ?? 0;
  }
}

/** Few home places, so that keys stand in each other's way. */
const hashOf = (key: number) => Uint32Array.of(key % 3, key, key * 7, 1);

const settings = fc.record({
  withinMs: fc.integer({ min: 1, max: 40 }),
  sliding: fc.boolean(),
  maxKeys: fc.integer({ min: 1, max: 12 }),
  counting: fc.boolean(),
});
const events = fc.array(fc.record({ key: fc.nat(20), later: fc.nat(8), restart: fc.boolean() }), { maxLength: 200 });

describe('deduper', () => {
  it('does what the model says: windows, caps, counts; a restart at any event changes nothing', () => {
    fc.assert(
      fc.property(settings, events, (options, list) => {
        const model = new Model(options);
        let deduper = new Deduper({ ...options, restored: undefined });
        let now = 1_700_000_000_000;
        let evicted = 0;
        for (const { key, later, restart } of list) {
          now += later;
          expect(deduper.judge(hashOf(key), now)).toBe(model.judge(key, now));
          evicted += deduper.takeEvicted();
          if (restart) deduper = new Deduper({ ...options, restored: deduper.snapshot() });
        }
        expect(evicted).toBe(model.evicted);
      }),
      { numRuns: 500 },
    );
  });

  it('a million keys and more: the state is capped, evictions are counted, the last million are known', () => {
    const options = { withinMs: 3_600_000, sliding: false, maxKeys: 1_000_000, counting: false };
    const deduper = new Deduper({ ...options, restored: undefined });
    const key = new Uint32Array(4);
    const wide = (n: number) => {
      key.set([Math.imul(n, 0x9e3779b1), n, 0, 0]);
      return key;
    };
    let passed = 0;
    for (let n = 0; n < 1_200_000; n++) if (deduper.judge(wide(n), n / 1000) === 0) passed++;
    expect(passed).toBe(1_200_000);
    expect(deduper.takeEvicted()).toBe(200_000);
    const snapshot = deduper.snapshot();
    expect(snapshot.length).toBe(8 + 28_000_000);
    const again = new Deduper({ ...options, restored: snapshot });
    expect([200_000, 777_777, 1_199_999].map((n) => again.judge(wide(n), 1200))).toEqual([-1, -1, -1]);
    expect(again.judge(wide(199_999), 1200)).toBe(0);
  });

  it('a damaged, foreign or larger state is no state', () => {
    const options = { withinMs: 1000, sliding: false, maxKeys: 2, counting: false };
    const made = new Deduper({ ...options, maxKeys: 3, restored: undefined });
    for (const key of [1, 2, 3]) made.judge(hashOf(key), 0);
    const whole = made.snapshot();
    const cut = whole.slice(0, -1);
    for (const restored of [whole, cut, new Uint8Array(0), Buffer.from('[]'), new Uint8Array(8)])
      expect(new Deduper({ ...options, restored }).judge(hashOf(1), 1)).toBe(0);
  });

  it('an older time does not make a key pass', () => {
    const deduper = new Deduper({ withinMs: 10, sliding: true, maxKeys: 5, counting: false, restored: undefined });
    expect([100, 95, 104, 113].map((now) => deduper.judge(hashOf(1), now))).toEqual([0, -1, -1, -1]);
  });
});
