import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog, systemClock, type Clock } from '@acequia/base';
import { onTestFinished } from 'vitest';
import { nodeFileCalls, type FileCalls } from './file-calls.ts';
import { openJournal, type JournalOptions } from './open-journal.ts';
import { inlineWriter } from './start-writer.ts';
import type { DiskJournal } from './disk-journal.ts';
import { testLog } from './test-log.ts';

/** A clock that stands still until it is moved. */
export function standingClock(): Clock & { readonly advance: (ms: number) => void } {
  let now = 1_700_000_000_000;
  return { ...systemClock, now: () => now, advance: (ms) => (now += ms) };
}

export function newFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'journal-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A new folder that goes when the test ends. */
export function testFolder(): string {
  const made = newFolder();
  onTestFinished(() => made.remove());
  return made.path;
}

export function openTest(directory: string, more: Partial<JournalOptions> = {}): Promise<DiskJournal> {
  return openJournal({ directory, identity: testLog(), clock: systemClock, log: silentLog, reserveBytes: 64 * 1024, ...more });
}

/** As `openTest`, but writing on this thread, through `calls` where given. */
export function openInline(directory: string, more: Partial<JournalOptions> = {}, calls: FileCalls = nodeFileCalls): Promise<DiskJournal> {
  return openTest(directory, { startWriter: (reserve) => inlineWriter(calls, reserve), ...more });
}
