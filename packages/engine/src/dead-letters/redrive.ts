import type { Clock } from '@acequia/base';
import { fork, internalSlots, writeImage, type FrameMeta } from '@acequia/batch';
import { JournalFull, type BlockInput, type Journal } from '@acequia/journal';
import { goingOn, readDeployed } from '../commit/records.ts';
import { packImages, type ImageFrame } from '../delivery/image-frames.ts';
import { redriveWaitMs } from '../limits.ts';
import type { ListenerStatus, PipelineStatus } from '../status.ts';
import { listenerStream } from '../apply/lane-listener.ts';
import type { DeadLetterRefusal } from './dead-letter.ts';
import { fateOf, handoverBlock, type Handover } from './handovers.ts';
import type { LetterRow } from './letter-box.ts';
import { redrivenStream, type RedrivenMeta } from './redriven-stream.ts';

/** Who may take letters. */
export interface Takers {
  readonly pipelines: readonly Pick<PipelineStatus, 'id' | 'versionId' | 'state' | 'branches'>[];
  readonly listeners: readonly Pick<ListenerStatus, 'id' | 'revision'>[];
}

export interface RedriveOptions {
  readonly journal: Journal;
  readonly clock: Clock;
  status(): Takers;
  /** Blocks have come to a stream that lanes read; its end is now before block `head`. */
  arrived(stream: string, head: number): void;
}

export interface Handing {
  readonly handed: readonly Handover[];
  readonly refused: readonly { readonly row: LetterRow; readonly code: DeadLetterRefusal }[];
}

const pollMs = 10;
/** How often it is looked whether events are counted that a version has long not read. */
const slowPollMs = 500;

/**
 * Brings letters back in. Those of a pipeline are appended to its stream `rd/…`, which the running version reads; frames that could
 * not be decoded are appended to their listener's stream and are decoded with today's settings. A handover in the same group
 * names the letters, so that a later process knows which ones it must not re-drive again.
 */
export class Redriver {
  readonly #o: RedriveOptions;

  constructor(options: RedriveOptions) {
    this.#o = options;
  }

  /**
   * Resolves when letters handed over are counted, or when no version will read them; with `REDRIVE_WAITING` when the signal is
   * aborted before.
   */
  async fate(handover: Handover, signal: AbortSignal): Promise<'counted' | DeadLetterRefusal> {
    const { clock, journal } = this.#o;
    const slowFrom = clock.monotonic() + redriveWaitMs;
    for (;;) {
      const fate = fateOf(journal, handover);
      if (fate !== 'waiting') return fate === 'counted' ? fate : 'PIPELINE_NOT_RUNNING';
      if (signal.aborted) return 'REDRIVE_WAITING';
      await clock.sleep(clock.monotonic() < slowFrom ? pollMs : slowPollMs, signal).catch(() => undefined);
    }
  }

  /** `node`: into the node that refused them, or where they came in if they were set aside before they ran; `start`: as if just labelled. */
  async hand(rows: readonly LetterRow[], from: 'node' | 'start'): Promise<Handing> {
    const handed: Handover[] = [];
    const refused: { row: LetterRow; code: DeadLetterRefusal }[] = [];
    const groups = new Map<string, LetterRow[]>();
    for (const row of rows) {
      const { pipelineId, listenerId } = row.frame.meta.origin;
      const key = pipelineId === '' ? `l ${listenerId}` : `p ${pipelineId}`;
      groups.set(key, [...(groups.get(key) ?? []), row]);
    }
    for (const [key, group] of groups) {
      const usable = group.flatMap((row) => {
        const code = key.startsWith('l ') ? this.#listenerFault(row) : this.#pipelineFault(row, from);
        if (code === undefined) return [row];
        refused.push({ row, code });
        return [];
      });
      if (usable.length === 0) continue;
      const result = await (key.startsWith('l ') ? this.#toListener(usable) : this.#toPipeline(usable, from)).catch((error: unknown) => {
        if (!(error instanceof JournalFull)) throw error;
        return undefined;
      });
      if (result) handed.push(result);
      else refused.push(...usable.map((row) => ({ row, code: 'JOURNAL_FULL' as const })));
    }
    return { handed, refused };
  }

  #pipelineFault({ frame }: LetterRow, from: 'node' | 'start'): DeadLetterRefusal | undefined {
    const { pipelineId, node, into = node } = frame.meta.origin;
    const running = this.#running(pipelineId);
    if (!running) return 'PIPELINE_NOT_RUNNING';
    if (running.branches.some(({ full }) => full)) return 'BRANCH_FULL';
    const nodes = readDeployed(this.#o.journal, goingOn(this.#o.journal, running.versionId) ?? '')?.pipeline.document.nodes ?? [];
    return from === 'start' || nodes.some(({ id }) => id === into) ? undefined : 'NODE_MISSING';
  }

  #listenerFault({ frame, view, place }: LetterRow): DeadLetterRefusal | undefined {
    if (!this.#o.status().listeners.some(({ id }) => id === frame.meta.origin.listenerId)) return 'LISTENER_MISSING';
    const row = view.rows[place.row]!;
    const raw = view.bytes(row, internalSlots.raw);
    const wireBytes = view.int(row, internalSlots.bytes);
    return raw === undefined || (typeof wireBytes === 'number' && wireBytes > raw.length) ? 'LETTER_CUT' : undefined;
  }

  #running(pipelineId: string) {
    return this.#o.status().pipelines.find(({ id, state }) => id === pipelineId && state === 'running');
  }

  async #toPipeline(rows: readonly LetterRow[], from: 'node' | 'start'): Promise<Handover> {
    const { tenantId, pipelineId } = rows[0]!.frame.meta.origin;
    const stream = redrivenStream({ tenantId, id: pipelineId });
    const blocks = withoutCopies(rows).flatMap((group) => {
      const frames = byFrame(group).map((ofFrame) => redrivenFrame(ofFrame, from, this.#o.clock.now()));
      return packImages(stream, frames).blocks;
    });
    return this.#append(rows, { to: stream, pipelineId, blocks });
  }

  async #toListener(rows: readonly LetterRow[]): Promise<Handover> {
    const { tenantId, listenerId } = rows[0]!.frame.meta.origin;
    const stream = listenerStream(tenantId, listenerId, 0);
    const { revision } = this.#o.status().listeners.find(({ id }) => id === listenerId)!;
    return this.#append(rows, { to: stream, pipelineId: '', blocks: [rawBlock(stream, revision, rows, this.#o.clock.now())] });
  }

  /** The events and that their letters are handed over: durable together, or neither. */
  async #append(
    rows: readonly LetterRow[],
    { to, pipelineId, blocks }: Pick<Handover, 'to' | 'pipelineId'> & { readonly blocks: readonly BlockInput[] },
  ): Promise<Handover> {
    const { journal, arrived } = this.#o;
    const { tenantId } = rows[0]!.frame.meta.origin;
    const last = journal.head(to).block + blocks.length - 1;
    const handover = { to, pipelineId, last, places: rows.map(({ place }) => place) };
    const receipt = await journal.append({ blocks: [...blocks, handoverBlock(tenantId, handover)], durability: 'fsync' });
    arrived(to, receipt.blocks.at(-2)!.block + 1);
    return { ...handover, block: receipt.blocks.at(-1)!.block };
  }
}

/** In groups that hold no event twice: what is awaited of a block that is run again is known by the names of its events. */
function withoutCopies(rows: readonly LetterRow[]): LetterRow[][] {
  const groups: LetterRow[][] = [];
  const counts = new Map<string, number>();
  for (const row of rows) {
    const id = row.view.id(row.view.rows[row.place.row]!);
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    (groups[count] ??= []).push(row);
  }
  return groups;
}

function byFrame(rows: readonly LetterRow[]): LetterRow[][] {
  const frames = new Map<string, LetterRow[]>();
  for (const row of rows) {
    const key = `${row.place.block} ${row.place.frame}`;
    frames.set(key, [...(frames.get(key) ?? []), row]);
  }
  return [...frames.values()];
}

/** The events as they are kept, without `_error`, marked `redriven`. */
function redrivenFrame(rows: readonly LetterRow[], from: 'node' | 'start', atMs: number): ImageFrame & { readonly meta: RedrivenMeta } {
  const { view, frame } = rows[0]!;
  const events = fork(view, { rows: Int32Array.from(rows, ({ place }) => view.rows[place.row]!) });
  for (let i = 0; i < events.count; i++) {
    events.remove(events.rows[i]!, internalSlots.error);
    events.flag(events.rows[i]!, 'redriven');
  }
  const image = writeImage(events);
  const { listenerId, node, into = node } = frame.meta.origin;
  const source = { stream: listenerId, block: 0, n: 0 };
  return { meta: { source, count: rows.length, atMs, bytes: image.length, to: from === 'node' ? into : '' }, image };
}

/** The frames as they were received, for the listener's own stream. */
function rawBlock(stream: string, codec: number, rows: readonly LetterRow[], nowMs: number): BlockInput {
  const raws = rows.map(({ view, place }) => view.bytes(view.rows[place.row]!, internalSlots.raw)!);
  const table = new Uint32Array(rows.length * 5);
  const meta: string[] = [];
  let at = 0;
  for (const [index, raw] of raws.entries()) {
    table.set([at, raw.length, meta.push(JSON.stringify(metaOf(rows[index]!, nowMs))) - 1, 0, raw.length], index * 5);
    at += raw.length;
  }
  return { stream, codec, meta, frames: table, frameCount: rows.length, bytes: Buffer.concat(raws) };
}

function metaOf({ view, place }: LetterRow, receivedMs: number): FrameMeta {
  const row = view.rows[place.row]!;
  const text = (slot: number) => view.text(row, slot);
  const sourceIp = text(internalSlots.sourceIp);
  const sourcePort = view.int(row, internalSlots.sourcePort);
  const tlsSubject = text(internalSlots.tlsSubject);
  const credential = text(internalSlots.credential);
  return {
    receivedMs,
    transport: (text(internalSlots.transport) ?? 'internal') as FrameMeta['transport'],
    ...(sourceIp === undefined ? {} : { sourceIp }),
    ...(typeof sourcePort === 'number' ? { sourcePort } : {}),
    ...(tlsSubject === undefined ? {} : { tlsSubject }),
    ...(credential === undefined ? {} : { credential }),
  };
}
