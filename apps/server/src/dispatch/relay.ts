import type { Clock, Log } from '@acequia/base';
import type { Database } from '../db/database.ts';
import { keepNotifications } from '../db/kept-notifications.ts';
import { assignSequence, hasChangesAfter, highestSequence, readChangesAfter } from './dispatch.store.ts';
import type { ChangedEntity } from './write-change.ts';

/** One change, as every server sees it, in the same order everywhere. */
export interface ChangeMessage {
  readonly seq: number;
  /** Null for what belongs to no tenant (clusters, workers). */
  readonly tenantId: string | null;
  readonly entity: ChangedEntity;
  readonly id: string;
}

export interface ChangeRelay {
  /** Called with each change after the commit, at least once in order; returns the cancellation. */
  subscribe(listener: (message: ChangeMessage) => void): () => void;
  /** A transaction of this process wrote changes: pass them on now instead of with the next poll. */
  kick(): void;
  /** Resolves when everything committed before the call has reached the subscribers of this server. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

const channel = 'acequia_dispatch';
/** Between two notifications, however many commits. */
const notifyPauseMs = 100;
/** A server that has just heard another one leaves the next turn to it: then one of them speaks for all. */
const yieldPauseMs = 2 * notifyPauseMs;
const pollMs = 2000;
const batch = 1000;

/**
 * Gives committed changes their sequence (one server at a time, under a lock), notifies with the highest number only, and hands
 * every server the rows after its own last one. A lost notification or connection costs at most one poll.
 */
export async function startRelay(database: Database, clock: Clock, log: Log): Promise<ChangeRelay> {
  const listeners = new Set<(message: ChangeMessage) => void>();
  let last = await highestSequence(database.gate);
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  let scheduled: (() => void) | undefined;
  /** What this server notified of last; it hears itself. */
  let sent = '';

  const assign = async () => {
    const assigned = await assignSequence(database.gate);
    if (assigned === 0) return;
    sent = String(assigned);
    await notifications.send(sent);
  };
  /** `poll`: mostly there is nothing, which one statement tells. */
  const turn = async (kind: 'number' | 'read' | 'poll') => {
    try {
      if (kind === 'poll' && !(await hasChangesAfter(database.gate, last))) return;
      if (kind !== 'read') await assign();
      await deliver();
    } catch (error) {
      if (!stopped) log.warn({ error }, 'changes could not be passed on; the next poll tries again');
    }
  };
  const deliver = async () => {
    for (;;) {
      const rows = await readChangesAfter(database.gate, last, batch);
      for (const row of rows) {
        last = row.seq ?? last;
        const message = { seq: last, tenantId: row.tenantId, entity: row.entity as ChangedEntity, id: row.objectId };
        for (const listener of listeners) listener(message);
      }
      if (rows.length < batch) return;
    }
  };
  const run = (kind: 'number' | 'read' | 'poll' = 'number'): Promise<void> =>
    (running = running.then(() => (stopped ? undefined : turn(kind))));
  const schedule = (delayMs: number) => {
    scheduled ??= clock.after(delayMs, () => {
      scheduled = undefined;
      void run();
    });
  };
  /** Another server has numbered what was there: it is only read. Numbering more at once would make notifications beget each other. */
  const hear = (text: string) => {
    if (text === sent) return;
    if (scheduled) {
      scheduled();
      scheduled = undefined;
      schedule(yieldPauseMs);
    }
    void run('read');
  };
  const poll = () => {
    if (stopped) return;
    void run('poll');
    clock.after(pollMs, poll);
  };
  const notifications = await keepNotifications(database, channel, hear, clock, log);
  clock.after(pollMs, poll);

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    kick: () => schedule(notifyPauseMs),
    settled: () => run(),
    stop: async () => {
      stopped = true;
      scheduled?.();
      await running;
      await notifications.close();
    },
  };
}
