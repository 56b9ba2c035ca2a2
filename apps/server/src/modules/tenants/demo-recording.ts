import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { dayMs, hourMs, minuteMs } from '@acequia/base';
import { demoDatasinks, demoListeners, demoLookup, demoLookupFile, demoPipelines } from './demo-content.ts';

/** One line of the ledger: counters by minute of a day (UTC). Things are named as in the demo's content. */
export interface RecordedLine {
  readonly scope: 'listener' | 'pipeline' | 'node';
  /** Key of a listener or a pipeline. */
  readonly of: string;
  readonly node: string;
  /** Key of a data sink; empty for other nodes. */
  readonly datasink: string;
  readonly counts: Readonly<Record<string, readonly number[]>>;
}

/** What the engine counted while it ran the demo for a day, from midnight to midnight. */
export interface DemoRecording {
  /** `demoDefinition()` of what ran. */
  readonly definition: string;
  readonly lines: readonly RecordedLine[];
}

export const recordedMinutes = dayMs / minuteMs;

/** Written by `npm run record-demo`. */
export const recordingFile = new URL('./demo-recording.json.br', import.meta.url);

/** Hash of all that decides what the demo counts: everything but its texts. */
export function demoDefinition(): string {
  const { name: _name, description: _description, ...lookup } = demoLookup;
  const things = [...demoListeners, ...demoDatasinks].map(({ key, component, config }) => ({ key, component, config }));
  const pipelines = demoPipelines.map(({ key, listener, steps, datasinks, links }) => ({
    key,
    listener,
    steps: steps.map(({ id, component, config }) => ({ id, component, config })),
    datasinks,
    links,
  }));
  return createHash('sha256')
    .update(JSON.stringify({ things, lookup, table: demoLookupFile, pipelines }))
    .digest('hex');
}

export const readDemoRecording = async (): Promise<DemoRecording> =>
  JSON.parse((await promisify(brotliDecompress)(await readFile(recordingFile))).toString()) as DemoRecording;

/** A minute of the ledger with something in it. */
export interface RecordedMinute {
  readonly line: RecordedLine;
  /** Start of the minute, ms since 1970. */
  readonly at: number;
  readonly counts: Readonly<Record<string, number>>;
}

/**
 * The recording as the day before `now`, up to the minute that has begun, in hours, the newest first. Each minute is that of the same
 * time of day, so that the demo's listeners, which follow the time of day too, go on from there at the same rate.
 */
export function* hoursBefore({ lines }: DemoRecording, now: number): Generator<RecordedMinute[]> {
  const begun = now - (now % minuteMs);
  for (let end = begun; end > begun - dayMs; end -= hourMs) yield [...minutesOf(lines, end - hourMs, end)];
}

function* minutesOf(lines: readonly RecordedLine[], from: number, to: number): Generator<RecordedMinute> {
  for (const line of lines)
    for (let at = from; at < to; at += minuteMs) {
      const minute = (at / minuteMs) % recordedMinutes;
      const counts: Record<string, number> = {};
      for (const [counter, counted] of Object.entries(line.counts)) if (counted[minute]! > 0) counts[counter] = counted[minute]!;
      if (Object.keys(counts).length > 0) yield { line, at, counts };
    }
}
