import { streamStart, type BlockInput, type CommitValue, type Journal, type StoredBlock } from '@acequia/journal';
import { readVersion, recordKeys, storedVersions } from '../commit/records.ts';
import type { LetterPlace } from './letter-place.ts';

/** Letters that were appended to the stream where their events are read again. */
export interface Handover {
  /** Where the handover itself is in its tenant's stream of them. */
  readonly block: number;
  /** The stream that holds their events. */
  readonly to: string;
  /** Empty: `to` belongs to a listener. */
  readonly pipelineId: string;
  /** Last block of `to` that holds one of the events; only of a pipeline's stream, to which nothing else is appended meanwhile. */
  readonly last: number;
  readonly places: readonly LetterPlace[];
}

/**
 * What became of a handover, as the commit log says.
 * - `counted`: its letters are re-driven: a version has counted their events, or a listener's stream holds them like any other frame
 * - `waiting`: a version will read them
 * - `refused`: no version will ever read them; the letters are open again
 */
export type HandoverFate = 'counted' | 'waiting' | 'refused';

/**
 * A tenant's handovers whose fate is not yet written down. A handover is one block of `rl/<tenant>`, appended in the same group as
 * the events: after a crash both are there or neither is. `dl-handed/<tenant>` holds the first block that is not settled; it
 * changes in the same commit as the marks of the letters.
 */
export class Handovers {
  readonly #journal: Pick<Journal, 'commits' | 'head' | 'read' | 'trim'>;
  readonly #stream: string;
  readonly #key: string;
  readonly #unsettled = new Map<number, Handover>();
  /** Beyond the last one known; one whose append is not answered yet lies there. */
  #next: number = streamStart.block;

  constructor(journal: Pick<Journal, 'commits' | 'head' | 'read' | 'trim'>, tenantId: string) {
    this.#journal = journal;
    this.#stream = handoverStream(tenantId);
    this.#key = `dl-handed/${tenantId}`;
  }

  /** Reads those that an earlier process left unsettled. */
  async load(): Promise<readonly Handover[]> {
    const { block: end } = this.#journal.head(this.#stream);
    for (let next = this.#first; next < end;) {
      const blocks = (await this.#journal.read(this.#stream, { block: next, frame: 0 }, readBytes)).filter(({ block }) => block >= next);
      if (blocks.length === 0) break;
      for (const block of blocks) {
        const handover = readHandover(block);
        if (handover && block.block < end) this.add(handover);
      }
      next = blocks.at(-1)!.block + 1;
    }
    return [...this.#unsettled.values()];
  }

  /** In the order of their blocks. */
  add(handover: Handover): void {
    this.#unsettled.set(handover.block, handover);
    this.#next = Math.max(this.#next, handover.block + 1);
  }

  /** What the commit that settles this one says beside the marks of its letters. */
  settling({ block }: Handover): ReadonlyMap<string, CommitValue> {
    const others = [...this.#unsettled.keys()].filter((other) => other !== block);
    return new Map([[this.#key, Math.min(this.#next, ...others)]]);
  }

  /** That commit is durable. */
  settled({ block }: Handover): void {
    this.#unsettled.delete(block);
    this.#journal.trim(this.#stream, { block: this.#first, frame: 0 });
  }

  get #first(): number {
    return (this.#journal.commits.get(this.#key) as number | undefined) ?? streamStart.block;
  }
}

const readBytes = 1 << 20;
const streamPrefix = 'rl/';

export const handoverStream = (tenantId: string): string => streamPrefix + tenantId;

/** Tenants that have ever handed letters over. */
export function tenantsOfHandovers(journal: Pick<Journal, 'streams'>): string[] {
  return journal.streams().flatMap((stream) => (stream.startsWith(streamPrefix) ? stream.slice(streamPrefix.length) : []));
}

export function handoverBlock(tenantId: string, { to, pipelineId, last, places }: Omit<Handover, 'block'>): BlockInput {
  const letters = places.map(({ block, frame, row }) => [block, frame, row]);
  const bytes = Buffer.from(JSON.stringify({ to, pipelineId, last, letters }));
  const frames = Uint32Array.of(0, bytes.length, 0, 0, bytes.length);
  return { stream: handoverStream(tenantId), codec: 0, meta: ['{}'], frames, frameCount: 1, bytes };
}

/** Undefined: damaged; its letters are open, and may be re-driven twice. */
function readHandover({ block, bytes, damagedFrames }: StoredBlock): Handover | undefined {
  if (damagedFrames.length > 0) return undefined;
  const { to, pipelineId, last, letters } = JSON.parse(Buffer.from(bytes).toString()) as Omit<Handover, 'block' | 'places'> & {
    letters: [number, number, number][];
  };
  return { block, to, pipelineId, last, places: letters.map(([inBlock, frame, row]) => ({ block: inBlock, frame, row })) };
}

/**
 * Says the same after a restart. A version that starts when none is running begins at the end of the stream, its `redrivenFrom`: what
 * was appended before is refused.
 */
export function fateOf(journal: Journal, { to, pipelineId, last }: Handover): HandoverFate {
  if (pipelineId === '') return 'counted';
  const readers = storedVersions(journal).flatMap((run) => {
    const stored = readVersion(journal, run);
    const isReader = stored?.positions[to] !== undefined && (stored.redrivenFrom ?? 0) <= last;
    return isReader ? [{ ...stored, isDeployed: journal.commits.get(recordKeys.deployed(run)) !== undefined }] : [];
  });
  if (readers.some(({ positions }) => positions[to]! > last)) return 'counted';
  const willRead = readers.some(({ stopAt, isDeployed }) => isDeployed && (stopAt === null || (stopAt[to] ?? 0) > last));
  return willRead ? 'waiting' : 'refused';
}
