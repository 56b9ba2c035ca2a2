/** A worker's engine to be ordered about and killed: `changes-child.ts <directory>`. Answers each order of its parent with one message. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { createEngine } from '@acequia/engine';
import { openJournal } from '@acequia/journal';
import { testLog } from '@acequia/journal/testing';
import { components } from '../src/supervisor/components.ts';
import { twoTenants, type Changes } from './two-tenants.ts';

export type Order =
  | { readonly do: 'apply'; readonly changes: Changes }
  | { readonly do: 'secret'; readonly reference: string; readonly value: string }
  | { readonly do: 'end' };

export interface Answer {
  /** Codes of all errors that deliveries have shown since the start. */
  readonly faults: readonly string[];
  readonly drained?: boolean;
  /** The order failed. */
  readonly failed?: string;
}

const directory = process.argv[2]!;
const lanes = Number(process.argv[3] ?? 0);
const secrets = new Map([['SE_b', 'token']]);
const faults = new Set<string>();
const journal = await openJournal({ identity: testLog(), directory: join(directory, 'journal'), clock: systemClock, log: silentLog });
const engine = createEngine({
  journal,
  components,
  clock: systemClock,
  random: { bytes: (n) => randomBytes(n) },
  log: silentLog,
  worker: 'w1',
  secret: (reference) => secrets.get(reference),
  lanes: { count: lanes, componentsModule: new URL('../src/supervisor/components.ts', import.meta.url).href },
  onStatus: () => {
    for (const { branches } of engine.status().pipelines) for (const { error } of branches) if (error) faults.add(error.code);
  },
});

async function follow(order: Order): Promise<Partial<Answer>> {
  switch (order.do) {
    case 'secret':
      secrets.set(order.reference, order.value);
      await engine.secretsChanged();
      return {};
    case 'apply': {
      const report = await engine.apply(twoTenants(order.changes));
      const failed = [...report.listeners, ...report.pipelines].find(({ error }) => error)?.error;
      return failed ? { failed: `${failed.code}: ${failed.message ?? ''}` } : {};
    }
    case 'end': {
      const drained = await engine.drain({ deadlineMs: 20_000 });
      await engine.stop({ deadlineMs: 5000 });
      await journal.close();
      return { drained };
    }
  }
}

process.on('message', (order: Order) => {
  void follow(order)
    .catch((error: unknown) => ({ failed: String(error) }))
    // A file that was given up without being closed is noticed, and said on stderr, when its memory is collected.
    .then(async (answer) => {
      globalThis.gc?.();
      await new Promise((resolve) => setImmediate(resolve));
      return answer;
    })
    .then((answer) => process.send!({ faults: [...faults], ...answer } satisfies Answer));
});
process.on('disconnect', () => process.exit(1));
