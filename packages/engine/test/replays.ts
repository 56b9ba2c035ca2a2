import { minuteMs, systemClock } from '@acequia/base';
import { createMemoryJournal, type Journal } from '@acequia/journal';
import type { DeployedPipeline, DeployedReplay, Deployment } from '@acequia/pipeline';
import type { EngineLimits } from '../src/options.ts';
import type { ReplayStatus } from '../src/status.ts';
import { deployment } from './deployments.ts';
import { startHarness, until, type Harness } from './harness.ts';
import { submitLines, type Toys } from './toy-components.ts';

/** Minute 0 of the events in these tests. */
export const startMs = 1_700_000_000_000;
export const minute = (n: number): number => startMs + n * minuteMs;

export interface ReplayHarness extends Harness {
  /** One block with these lines, received and written in that minute. */
  send(minute: number, lines: readonly string[]): Promise<void>;
  replayed(id: string): ReplayStatus | undefined;
  /** Waits until the replay has ended. */
  ended(id: string): Promise<ReplayStatus>;
}

/** A journal whose clock stands at the minute of what is sent; blocks are kept. */
export function timedJournal(): { readonly journal: Journal; at(minute: number): void } {
  let now = startMs;
  const journal = createMemoryJournal({ clock: { ...systemClock, now: () => now } });
  return { journal, at: (n) => (now = minute(n)) };
}

export function startReplays(options: { limits?: Partial<EngineLimits>; toys?: Toys; journal?: Journal } = {}): ReplayHarness {
  const timed = timedJournal();
  const harness = startHarness({ journal: timed.journal, ...options, limits: { retentionMs: 3_600_000, ...options.limits } });
  const replayed = (id: string) => harness.engine.status().replays.find((replay) => replay.id === id);
  return {
    ...harness,
    replayed,
    send: async (n, lines) => {
      timed.at(n);
      await submitLines(harness.toys.peer('LI_1'), lines, undefined, minute(n));
    },
    ended: async (id) => {
      await until(() => (replayed(id)?.state ?? 'running') !== 'running');
      return replayed(id)!;
    },
  };
}

export function replay(id: string, into: DeployedPipeline, options: Partial<DeployedReplay> = {}): DeployedReplay {
  return {
    id,
    tenantId: 't1',
    listenerId: 'LI_1',
    fromMs: startMs,
    toMs: minute(1000),
    pipeline: into,
    decode: 'current',
    keys: 'same',
    eventsPerSecond: 1_000_000,
    ...options,
  };
}

export const withReplays = (base: Deployment, replays: readonly DeployedReplay[]): Deployment => ({ ...base, replays: [...replays] });

/** The deployment with these pipelines and replays. */
export const running = (pipelines: readonly DeployedPipeline[], replays: readonly DeployedReplay[] = []): Deployment =>
  withReplays(deployment(pipelines, { sinks: ['a', 'b', 'c'] }), replays);
