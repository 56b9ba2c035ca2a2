import type { ShadowDifference, ShadowEnd } from '@acequia/contract';
import { fieldDiff, type FieldDiff } from './field-diff.ts';

/** One place where an event ended in either version; on the other side it may not have. */
export interface ShadowPair {
  readonly node: string;
  /** Why the node refused it. */
  readonly code: string | undefined;
  readonly side: 'both' | 'running' | 'draft';
  /** Of the running version on the left, of the draft on the right. */
  readonly fields: readonly FieldDiff[];
}

/** Ends of both versions, the same place beside the same place; those that differ come first. */
export function shadowPairs({ running, draft }: Pick<ShadowDifference, 'running' | 'draft'>): readonly ShadowPair[] {
  const left = [...draft];
  const pairs = running.map((before): ShadowPair => {
    const at = left.findIndex((after) => after.node === before.node && after.code === before.code);
    const [after] = at < 0 ? [] : left.splice(at, 1);
    return pairOf(before, after, after ? 'both' : 'running');
  });
  const all = [...pairs, ...left.map((after) => pairOf(undefined, after, 'draft'))];
  const differs = ({ side, fields }: ShadowPair): boolean => side !== 'both' || fields.some(({ kind }) => kind !== 'same');
  return [...all.filter(differs), ...all.filter((pair) => !differs(pair))];
}

function pairOf(before: ShadowEnd | undefined, after: ShadowEnd | undefined, side: ShadowPair['side']): ShadowPair {
  const { node, code } = (before ?? after)!;
  const event = (end: ShadowEnd | undefined) => end && { json: end.json, types: {} };
  return { node, code, side, fields: fieldDiff(event(before), event(after)) };
}
