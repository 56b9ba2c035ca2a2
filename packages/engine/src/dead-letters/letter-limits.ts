import type { Clock, Log } from '@acequia/base';
import type { CommitValue, Journal } from '@acequia/journal';
import { deadLetterCheckMs } from '../limits.ts';
import type { EngineLimits } from '../options.ts';
import type { DeadLetterSummary } from './dead-letter.ts';
import type { LetterBox } from './letter-box.ts';

export interface LetterLimitsOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits: Pick<EngineLimits, 'deadLetterBytes' | 'deadLetterMs'>;
  /** Works in a tenant's box while nobody else changes it. */
  inBox(tenantId: string, work: (box: LetterBox) => Promise<void>): Promise<void>;
}

/** Lets the oldest letters fall out by age and bytes, and counts those that nobody had closed. */
export class LetterLimits {
  readonly #o: LetterLimitsOptions;
  #closed = false;
  #cancel: () => void = () => undefined;

  constructor(options: LetterLimitsOptions) {
    this.#o = options;
    this.#later();
  }

  async keep(): Promise<void> {
    const { journal, clock, limits } = this.#o;
    for (const tenantId of journal.streams().flatMap((stream) => /^dl\/(.+)$/.exec(stream)?.[1] ?? [])) {
      await this.#o.inBox(tenantId, async (box) => {
        await this.#drop(tenantId, box, 'age', box.index.keepFrom(clock.now() - limits.deadLetterMs, Infinity));
        await this.#drop(tenantId, box, 'limit', box.index.keepFrom(-Infinity, limits.deadLetterBytes));
      });
    }
  }

  lost(tenantId: string): DeadLetterSummary['lost'] {
    return (this.#o.journal.commits.get(lostKey(tenantId)) as DeadLetterSummary['lost'] | undefined) ?? { limit: 0, age: 0 };
  }

  lostOfAll(): number {
    const keys = this.#o.journal.commits.keys(lostKey(''));
    return keys.reduce((sum, key) => {
      const { limit, age } = this.lost(key.slice(lostKey('').length));
      return sum + limit + age;
    }, 0);
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  #later(): void {
    this.#cancel = this.#o.clock.after(deadLetterCheckMs, () => {
      this.keep()
        .catch((error: unknown) => this.#o.log.error({ error }, 'the limits of dead letters cannot be kept'))
        .finally(() => {
          if (!this.#closed) this.#later();
        });
    });
  }

  async #drop(tenantId: string, box: LetterBox, why: 'age' | 'limit', before: number): Promise<void> {
    if (before <= box.index.tail) return;
    const count = await box.dropBefore(before);
    if (count === 0) return;
    const lost = this.lost(tenantId);
    await this.#o.journal.commits.commit(new Map([[lostKey(tenantId), { ...lost, [why]: lost[why] + count } satisfies CommitValue]]));
    this.#o.log.warn({ tenant: tenantId, count, why }, 'dead letters fell out');
  }
}

const lostKey = (tenantId: string): string => `dl-lost/${tenantId}`;
