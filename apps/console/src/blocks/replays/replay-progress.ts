import type { Replay } from '@acequia/contract';

export interface ReplayFigures {
  /** 0 … 1 */
  readonly fraction: number;
  /** ms until the end at the mean speed so far; undefined while that cannot be told. */
  readonly leftMs: number | undefined;
}

/** How far a replay is. Blocks are about equal, so the share of blocks is the share of the work. */
export function figuresOf({ state, createdAt, progress }: Replay, nowMs: number): ReplayFigures {
  const { blocks, blocksDone } = progress;
  if (state === 'done') return { fraction: 1, leftMs: undefined };
  const fraction = blocks === 0 ? 0 : Math.min(1, blocksDone / blocks);
  const speed = blocksDone / Math.max(1, nowMs - createdAt);
  const leftMs = state === 'running' && blocksDone > 0 && blocksDone < blocks ? (blocks - blocksDone) / speed : undefined;
  return { fraction, leftMs };
}
