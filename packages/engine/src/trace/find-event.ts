import { frameWords, type FrameMeta } from '@acequia/batch';
import type { StoredBlock } from '@acequia/journal';
import { receivedSpan } from '../replay/locate-range.ts';
import type { EventOrigin } from './trace.ts';

/** One event by the id it was born with, and when it was received (ms since 1970), which tells where to look. */
export interface EventInput {
  readonly kind: 'event';
  readonly id: string;
  readonly receivedMs: number;
}

/** `<listener>.<block>.<frame>` at the beginning of an id (engine decision 25); events a replay made anew say so behind the block. */
const born = /^([^.]+)\.([^.~]+)(?:~[^.]+)?\.(\d+)(?:\.|$)/;

/** The frame of the block in which the event was born; undefined when it was not born there. */
export function frameIn({ origin, frameCount }: StoredBlock, id: string): number | undefined {
  const [, , block, frame] = born.exec(id) ?? [];
  return block === origin && Number(frame) < frameCount ? Number(frame) : undefined;
}

/** Whether `id` is what became of the event with the id `first`: itself, or made from it by a step. */
export function comesFrom(first: string, id: string): boolean {
  const own = id.replace(/^([^.]+\.[^.~]+)~[^.]+/, '$1');
  return own === first || own.startsWith(`${first}.`);
}

/** Everything received before: the event cannot lie in older blocks. */
export const endsBefore = (block: StoredBlock, receivedMs: number): boolean =>
  block.frameCount > 0 && receivedSpan(block).lastMs < receivedMs;

const [offsetWord, lengthWord, metaWord, wireWord] = [0, 1, 2, 4];

/** Where the bytes of a frame came from. */
export function originOf(block: StoredBlock, frame: number): EventOrigin {
  const at = frame * frameWords;
  const { receivedMs, transport, sourceIp, sourcePort, position, attributes } = JSON.parse(
    block.meta[block.frames[at + metaWord]!]!,
  ) as FrameMeta;
  return {
    block: block.block,
    frame,
    receivedMs,
    transport,
    bytes: block.frames[at + wireWord]! || block.frames[at + lengthWord]!,
    ...(sourceIp === undefined ? {} : { sourceIp }),
    ...(sourcePort === undefined ? {} : { sourcePort }),
    ...(position === undefined ? {} : { position: position + block.frames[at + offsetWord]! }),
    attributes: attributes ?? {},
  };
}
