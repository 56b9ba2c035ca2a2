import type { Clock } from '@acequia/base';
import type { BatchView } from '@acequia/batch';
import { samplesIdleMs, samplesMax } from '../limits.ts';
import type { SampleRecord } from '../status.ts';
import { eventFields } from './event-fields.ts';

interface Ring {
  askedAt: number;
  records: SampleRecord[];
}

const perBatch = 5;

/** Recent events in and out of nodes, taken only while somebody asks. */
export class Samples {
  readonly #clock: Clock;
  readonly #rings = new Map<string, Ring>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Whether anybody asks for anything; the only test on the fast path. */
  get active(): boolean {
    return this.#rings.size > 0;
  }

  /** Newest last. Asking starts the taking, and keeps it going for 30 s. */
  read(versionId: string, node: string): readonly SampleRecord[] {
    const key = `${versionId}\n${node}`;
    const ring = this.#rings.get(key);
    if (ring) {
      ring.askedAt = this.#clock.monotonic();
      return ring.records;
    }
    this.#rings.set(key, { askedAt: this.#clock.monotonic(), records: [] });
    return [];
  }

  offer(versionId: string, node: string, direction: 'in' | 'out', port: string, view: BatchView): void {
    const key = `${versionId}\n${node}`;
    const ring = this.#rings.get(key);
    if (!ring) return;
    if (this.#clock.monotonic() - ring.askedAt > samplesIdleMs) {
      this.#rings.delete(key);
      return;
    }
    const first = Math.max(0, view.count - perBatch);
    for (let index = first; index < view.count; index++) {
      const row = view.rows[index]!;
      ring.records.push({ id: view.id(row), atMs: this.#clock.now(), direction, port, fields: eventFields(view, row) });
    }
    if (ring.records.length > samplesMax * 2) ring.records = [...lastOf(ring.records, 'in'), ...lastOf(ring.records, 'out')];
  }
}

const lastOf = (records: readonly SampleRecord[], direction: 'in' | 'out') =>
  records.filter((record) => record.direction === direction).slice(-samplesMax);
