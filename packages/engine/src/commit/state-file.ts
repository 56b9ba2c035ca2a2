import { crc32 } from 'node:zlib';
import { KiB } from '@acequia/base';
import type { BlockInput, CommitValue, JournalStreams, StoredBlock } from '@acequia/journal';
import type { DeployedPipeline } from '@acequia/pipeline';
import type { MadeEntry } from '../lanes/made-queue.ts';
import { blockBytes } from '../limits.ts';
import type { CompiledVersion } from '../steps/compiled-version.ts';

/** Where a state lies in its version's state stream: the blocks `first` to `last`, with length and CRC-32 of the whole. */
export interface StateFile {
  readonly [key: string]: CommitValue;
  readonly first: number;
  readonly last: number;
  readonly bytes: number;
  readonly crc: number;
}

/** A file, or `inline` the same bytes in base64; `none`: no event has come yet; `lost`: there was no room for it. */
export type KeptState = StateFile | { readonly inline: string } | 'none' | 'lost';

/** State of each keyed node, with what the node was compiled from. */
export type NodeStates = ReadonlyMap<string, { readonly fingerprint: string; readonly state: Uint8Array }>;

/** What a checkpoint holds of a version: the states of its nodes, and the events made out of them that have not gone on. */
export interface VersionState {
  readonly nodes: NodeStates;
  readonly made: readonly MadeEntry[];
}

/** A group is synced as a whole; between two of them other writers have their turn. */
const blocksPerGroup = 16;
const inlineBytesMax = 64 * KiB;

export const stateStream = (pipeline: DeployedPipeline): string => `st/${pipeline.tenantId}/${pipeline.id}/${pipeline.versionId}`;

/** State of every keyed node now; a copy. */
export function statesOf(version: CompiledVersion): NodeStates {
  return new Map(
    version.nodes.flatMap(({ id, step, fingerprint }) => {
      const state = step?.snapshot?.();
      return state ? [[id, { fingerprint, state }]] : [];
    }),
  );
}

/** The state a node may go on from: only when it is compiled from the same again. */
export function stateFor(states: NodeStates, node: string, fingerprint: string): Uint8Array | undefined {
  const found = states.get(node);
  return found?.fingerprint === fingerprint ? found.state : undefined;
}

/** Appends and syncs a state; nothing names it yet. Rejects as the journal does. One call at a time per stream. */
export async function writeStates(journal: JournalStreams, stream: string, state: VersionState): Promise<StateFile> {
  const bytes = encode(state);
  const blocks: BlockInput[] = [];
  for (let at = 0; at < bytes.length; at += blockBytes) blocks.push(blockOf(stream, bytes.subarray(at, at + blockBytes)));
  let first: number | undefined;
  let last = 0;
  for (let at = 0; at < blocks.length; at += blocksPerGroup) {
    const receipt = await journal.append({ blocks: blocks.slice(at, at + blocksPerGroup), durability: 'fsync' });
    first ??= receipt.blocks[0]!.block;
    last = receipt.blocks.at(-1)!.block;
  }
  return { first: first!, last, bytes: bytes.length, crc: crc32(bytes) };
}

/** For a journal that takes no blocks but still commits. */
export function inlineStates(state: VersionState): KeptState {
  const bytes = encode(state);
  return bytes.length <= inlineBytesMax ? { inline: bytes.toString('base64') } : 'lost';
}

/** The state a commit record names; undefined when it is not whole any more. */
export async function readStates(journal: JournalStreams, stream: string, kept: KeptState): Promise<VersionState | undefined> {
  if (kept === 'none') return { nodes: new Map(), made: [] };
  if (kept === 'lost') return undefined;
  return 'first' in kept ? readFile(journal, stream, kept) : decode(Buffer.from(kept.inline, 'base64'));
}

async function readFile(journal: JournalStreams, stream: string, file: StateFile): Promise<VersionState | undefined> {
  const pieces: Uint8Array[] = [];
  for (let next = file.first; next <= file.last;) {
    const blocks = (await journal.read(stream, { block: next, frame: 0 }, blockBytes * blocksPerGroup)).filter(
      ({ block }) => block >= next,
    );
    if (blocks.length === 0) return undefined;
    for (const block of blocks) if (block.block <= file.last) pieces.push(contentOf(block));
    next = blocks.at(-1)!.block + 1;
  }
  const bytes = Buffer.concat(pieces);
  return bytes.length === file.bytes && crc32(bytes) === file.crc ? decode(bytes) : undefined;
}

function blockOf(stream: string, bytes: Uint8Array): BlockInput {
  return { stream, codec: 0, meta: ['{}'], frames: Uint32Array.of(0, bytes.length, 0, 0, bytes.length), frameCount: 1, bytes };
}

function contentOf({ frames, bytes, damagedFrames }: StoredBlock): Uint8Array {
  return damagedFrames.length > 0 ? new Uint8Array(0) : bytes.subarray(frames[0], frames[0]! + frames[1]!);
}

interface Head {
  /** Id, fingerprint and length of each node's state. */
  readonly nodes: readonly (readonly [string, string, number])[];
  /** Block, node, port, count, time and length of each entry. */
  readonly made: readonly (readonly [number, string, string, number, number, number])[];
}

/** Length of the head in 4 bytes; the head as JSON; states and entries in its order. */
function encode({ nodes, made }: VersionState): Buffer {
  const head: Head = {
    nodes: [...nodes].map(([node, { fingerprint, state }]) => [node, fingerprint, state.length]),
    made: made.map(({ block, node, port, count, atMs, image }) => [block, node, port, count, atMs, image.length]),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  return Buffer.concat([length, text, ...[...nodes.values()].map(({ state }) => state), ...made.map(({ image }) => image)]);
}

function decode(bytes: Buffer): VersionState | undefined {
  let at = 4 + bytes.readUInt32LE(0);
  const head = JSON.parse(bytes.toString('utf8', 4, at)) as Partial<Head>;
  if (!head.nodes || !head.made) return undefined;
  const next = (length: number): Uint8Array => new Uint8Array(bytes.subarray(at, (at += length)));
  return {
    nodes: new Map(head.nodes.map(([node, fingerprint, length]) => [node, { fingerprint, state: next(length) }])),
    made: head.made.map(([block, node, port, count, atMs, length]) => ({ block, node, port, count, atMs, image: next(length) })),
  };
}
