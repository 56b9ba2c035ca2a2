import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { silentLog, systemClock } from '@acequia/base';
import { openJournal, streamStart, type DiskJournal } from '@acequia/journal';
import { inlineWriter, nodeFileCalls, textBlock, textsOf, testLog } from '@acequia/journal/testing';
import { Oracle, type SeededRandom } from '@acequia/testkit/oracle';

export const keptStreams = ['a', 'b', 'c'];

/** Opens without waiting for the real disk: what is damaged later is not damaged by a cut. */
export function openQuickly(directory: string): Promise<DiskJournal> {
  return openJournal({
    identity: testLog(),
    directory,
    clock: systemClock,
    log: silentLog,
    segmentBytes: 64 * 1024,
    reserveBytes: 4096,
    startWriter: (reserve) => inlineWriter({ ...nodeFileCalls, sync: () => undefined, syncFolder: () => undefined }, reserve),
  });
}

export interface KeptJournal {
  readonly directory: string;
  readonly oracle: Oracle;
  readonly origins: Set<string>;
  remove(): void;
}

/**
 * A journal with some hundred events in three streams and several segments, the last of them not sealed when `killed`. The
 * last batch holds one event of each stream.
 */
export async function keepJournal(seed: number, random: SeededRandom, killed: boolean): Promise<KeptJournal> {
  const written = mkdtempSync(join(tmpdir(), 'faults-kept-'));
  const oracle = new Oracle(seed);
  const journal = await openQuickly(written);
  const origins = new Set<string>();
  const append = async (streams: readonly string[], count: number): Promise<void> => {
    const events = streams.map((stream) => Array.from({ length: count }, () => oracle.issue(stream)));
    const input = events.map((own, place) =>
      textBlock(
        streams[place]!,
        own.map(({ text }) => text),
      ),
    );
    const { blocks } = await journal.append({ blocks: input, durability: 'fsync' });
    for (const { origin } of blocks) origins.add(origin);
    for (const event of events.flat()) oracle.acknowledge(event);
    await journal.commits.commit(new Map([['written', events.flat().at(-1)!.number]]));
  };
  for (let group = 30 + random.below(40); group > 0; group--) await append([random.pick(keptStreams)], 1 + random.below(40));
  await append(keptStreams, 1);
  const directory = killed ? copyOf(written) : written;
  await journal.close();
  if (killed) remove(written);
  return { directory, oracle, origins, remove: () => remove(directory) };
}

/** The files of a journal that is open, as its killed program would leave them. */
function copyOf(directory: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'faults-killed-'));
  cpSync(directory, copy, { recursive: true, filter: (path) => basename(path) !== 'lock' });
  return copy;
}

const remove = (directory: string): void => rmSync(directory, { recursive: true, force: true });

export function segmentsIn(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => /^segment-\d+\.log$/.test(name))
    .toSorted()
    .map((name) => join(directory, name));
}

/** Reads all streams from their beginning; returns the frames the journal says it has lost. */
export async function readKept(kept: KeptJournal, journal: DiskJournal): Promise<number> {
  for (const stream of journal.streams()) {
    for (const block of await journal.read(stream, streamStart, Number.MAX_SAFE_INTEGER)) {
      kept.origins.add(block.origin);
      for (const text of textsOf(block)) if (text !== undefined) kept.oracle.receive(text);
    }
  }
  return journal.damage().frames;
}
