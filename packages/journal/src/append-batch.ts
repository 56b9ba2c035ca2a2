import { assert, KiB } from '@acequia/base';
import { noteBytes } from './group-note.ts';
import type { AppendGroup, AppendReceipt, BlockInput } from './journal.ts';
import { keyHash } from './key-table.ts';
import { recordKinds, recordSizes, writeFoot, writeHead, type RecordInput, type RecordSizes } from './record-format.ts';
import type { RecordSpans, Span } from './writer-jobs.ts';

/** Payloads from here on are written from where they lie. */
const byReferenceBytes = 4 * KiB;
export const sourceStateBytesMax = 64 * KiB;
const streamBytesMax = 200;

/** A group waiting for its write; its bytes are safe from the caller. */
export interface PreparedGroup {
  readonly group: AppendGroup;
  readonly blocks: readonly BlockInput[];
  readonly keys: readonly string[];
  readonly note: Buffer | undefined;
  /** Upper estimate of the bytes on disk. */
  readonly bytes: number;
}

/** Checks the group and copies what is not in shared memory (all of it when `copyAll`). Throws for what breaks the contract. */
export function prepareGroup(group: AppendGroup, copyAll: boolean): PreparedGroup {
  const blocks = group.blocks.map((block) => {
    assert(block.stream.length > 0 && Buffer.byteLength(block.stream) <= streamBytesMax && !/\p{Cc}/u.test(block.stream), 'stream name');
    assert(block.frames.length >= block.frameCount * 5, 'frame table shorter than its count');
    const frames = block.frames.subarray(0, block.frameCount * 5);
    if (isShared(block.bytes) && !copyAll) return { ...block, frames };
    return { ...block, bytes: copyOf(block.bytes), frames: frames.slice() };
  });
  const state = group.sourceState;
  assert(state === undefined || state.bytes.length <= sourceStateBytesMax, 'source state over 64 KiB');
  const keys = (group.idempotencyKeys ?? []).map(keyHash);
  const note = keys.length === 0 && state === undefined ? undefined : noteBytes(state === undefined ? { keys } : { keys, state });
  assert(blocks.length > 0 || note !== undefined, 'an empty group');
  let bytes = note === undefined ? 0 : note.length + 256;
  for (const block of blocks) {
    let meta = 0;
    for (const text of block.meta) meta += 4 + Buffer.byteLength(text);
    bytes += 400 + meta + block.frameCount * 20 + Math.ceil(block.bytes.length * 1.001);
  }
  return { group, blocks, keys, note, bytes };
}

const isShared = (bytes: Uint8Array): boolean => bytes.buffer instanceof SharedArrayBuffer;

function copyOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length < byReferenceBytes) return Uint8Array.prototype.slice.call(bytes);
  const copy = new Uint8Array(new SharedArrayBuffer(bytes.length));
  copy.set(bytes);
  return copy;
}

/** What the records of a batch are given by the journal. */
export interface Numbering {
  readonly generation: number;
  readonly nowMs: number;
  /** Number and frames before of the stream's next block; called once per block, in order. */
  next(stream: string, frames: number): { readonly block: number; readonly framesBefore: number };
  nextLogNumber(): number;
  nextGroup(): number;
}

export interface PlannedBlock {
  readonly input: RecordInput;
  readonly sizes: RecordSizes;
}

export interface PlannedGroup {
  readonly prepared: PreparedGroup;
  readonly records: readonly PlannedBlock[];
}

export interface AppendBatch {
  readonly groups: readonly PlannedGroup[];
  readonly spans: readonly RecordSpans[];
  readonly bytes: number;
}

/** Numbers the groups and lays heads, feet and small payloads into one piece of shared memory. */
export function buildBatch(prepared: readonly PreparedGroup[], numbering: Numbering, scratch: SharedArrayBuffer): AppendBatch {
  let memoryBytes = 0;
  let bytes = 0;
  const payloads: Uint8Array[] = [];
  const groups = prepared.map((one, place): PlannedGroup => {
    const inputs = planGroup(one, numbering, place === 0);
    const records = inputs.map(({ input, payload }) => {
      const sizes = recordSizes(input);
      payloads.push(payload);
      memoryBytes += sizes.record - (payload.length < byReferenceBytes ? 0 : payload.length);
      bytes += sizes.record;
      return { input, sizes };
    });
    return { prepared: one, records };
  });
  const memory = memoryBytes <= scratch.byteLength ? scratch : new SharedArrayBuffer(memoryBytes);
  const out = Buffer.from(memory);
  const spans: RecordSpans[] = [];
  let at = 0;
  for (const group of groups) {
    for (const { input, sizes } of group.records) {
      const payload = payloads[spans.length]!;
      const head = at;
      at = writeHead(out, at, input, sizes);
      const headSpan: Span = { memory, offset: head, length: at - head };
      let payloadSpan: Span;
      if (payload.length < byReferenceBytes) {
        out.set(payload, at);
        payloadSpan = { memory, offset: at, length: payload.length };
        at += payload.length;
      } else {
        payloadSpan = { memory: payload.buffer as SharedArrayBuffer, offset: payload.byteOffset, length: payload.length };
      }
      const foot = at;
      at = writeFoot(out, at, input, sizes);
      spans.push({ head: headSpan, payload: payloadSpan, foot: { memory, offset: foot, length: at - foot } });
    }
  }
  return { groups, spans, bytes };
}

function planGroup(prepared: PreparedGroup, numbering: Numbering, isFirst: boolean): { input: RecordInput; payload: Uint8Array }[] {
  const group = numbering.nextGroup();
  const common = { generation: numbering.generation, group, writtenMs: numbering.nowMs };
  const planned: { input: RecordInput; payload: Uint8Array }[] = [];
  if (prepared.note !== undefined) {
    const input: RecordInput = {
      ...common,
      kind: recordKinds.note,
      last: prepared.blocks.length === 0,
      startsBatch: isFirst,
      stream: '',
      block: 0,
      logNumber: 0,
      framesBefore: 0,
      codec: 0,
      meta: [],
      frames: new Uint32Array(0),
      frameCount: 0,
      payloadBytes: prepared.note.length,
    };
    planned.push({ input, payload: prepared.note });
  }
  for (const [index, block] of prepared.blocks.entries()) {
    const { block: number, framesBefore } = numbering.next(block.stream, block.frameCount);
    const input: RecordInput = {
      ...common,
      kind: recordKinds.block,
      last: index === prepared.blocks.length - 1,
      startsBatch: isFirst && planned.length === 0,
      stream: block.stream,
      block: number,
      logNumber: numbering.nextLogNumber(),
      framesBefore,
      codec: block.codec,
      meta: block.meta,
      frames: block.frames,
      frameCount: block.frameCount,
      payloadBytes: block.bytes.length,
    };
    planned.push({ input, payload: block.bytes });
  }
  return planned;
}

/** `<log>-<generation>-<number in it>`: unique over all logs of an installation, their streams and openings (engine decision 25). */
export function originOf(log: number, generation: number, logNumber: number): string {
  return `${log}-${generation}-${logNumber}`;
}

export function receiptOf(group: PlannedGroup, log: number): AppendReceipt {
  return {
    blocks: group.records
      .filter(({ input }) => input.kind === recordKinds.block)
      .map(({ input }) => ({ stream: input.stream, block: input.block, origin: originOf(log, input.generation, input.logNumber) })),
  };
}
