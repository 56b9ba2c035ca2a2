import type { Clock } from '@acequia/base';
import type { WriteFault } from '@acequia/journal';
import { statfsSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { MemoryEnd } from '../last-life/memory-end.ts';

export interface Vitals {
  readonly memoryBytes: number;
  /** Cores in use on average since the last call. */
  readonly cpuFraction: number;
  readonly journalBytes: number;
  readonly journalLimitBytes: number;
  /** Longest a turn of the event loop was late since the last call. */
  readonly eventLoopLagMs: number;
  /** Of the disk the journal lies on; absent where it cannot be asked. */
  readonly diskFreeBytes?: number;
  readonly diskBytes?: number;
  readonly writeFault?: { readonly kind: 'full' | 'failed'; readonly code: string; readonly agoMs: number; readonly lasts: boolean };
  readonly memoryEnd?: { readonly how: MemoryEnd['how']; readonly agoMs: number };
}

/** What there is to measure of the process and its disk. */
export interface Machine {
  /** Microseconds since the start. */
  cpu(): { readonly user: number; readonly system: number };
  memoryBytes(): number;
  journal(): { readonly bytes: number; readonly limit: number };
  /** Since the last call. */
  eventLoopLagMs(): number;
  disk(): { readonly freeBytes: number; readonly bytes: number } | undefined;
  writeFault(): WriteFault | undefined;
  memoryEnd(): MemoryEnd | undefined;
}

const lagResolutionMs = 20;

/** This process, and the disk of this folder. */
export function measureMachine(directory: string, others: Pick<Machine, 'journal' | 'writeFault' | 'memoryEnd'>): Machine {
  const delay = monitorEventLoopDelay({ resolution: lagResolutionMs });
  delay.enable();
  return {
    ...others,
    cpu: () => process.cpuUsage(),
    memoryBytes: () => process.memoryUsage().rss,
    eventLoopLagMs: () => {
      const longestMs = delay.max / 1e6;
      delay.reset();
      return Math.max(0, Math.round((longestMs - lagResolutionMs) * 10) / 10);
    },
    disk: () => {
      try {
        const { bavail, blocks, bsize } = statfsSync(directory);
        return { freeBytes: bavail * bsize, bytes: blocks * bsize };
      } catch {
        return undefined;
      }
    },
  };
}

/** Measures this process; each call covers the time since the one before. */
export function createVitals(clock: Clock, machine: Machine): () => Vitals {
  let before = machine.cpu();
  let beforeMs = clock.monotonic();
  return () => {
    const now = machine.cpu();
    const nowMs = clock.monotonic();
    const microseconds = now.user - before.user + (now.system - before.system);
    const cpuFraction = nowMs > beforeMs ? microseconds / 1000 / (nowMs - beforeMs) : 0;
    before = now;
    beforeMs = nowMs;
    const { bytes, limit } = machine.journal();
    const disk = machine.disk();
    const writeFault = machine.writeFault();
    const memoryEnd = machine.memoryEnd();
    return {
      memoryBytes: machine.memoryBytes(),
      cpuFraction,
      journalBytes: bytes,
      journalLimitBytes: limit,
      eventLoopLagMs: machine.eventLoopLagMs(),
      ...(disk ? { diskFreeBytes: disk.freeBytes, diskBytes: disk.bytes } : {}),
      ...(writeFault
        ? { writeFault: { kind: writeFault.kind, code: writeFault.code, agoMs: nowMs - writeFault.atMs, lasts: writeFault.lasts } }
        : {}),
      ...(memoryEnd ? { memoryEnd: { how: memoryEnd.how, agoMs: Math.max(0, clock.now() - memoryEnd.atMs) } } : {}),
    };
  };
}
