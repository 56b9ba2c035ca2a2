import type { Replay } from '@acequia/contract';
import { describe, expect, it } from 'vitest';
import { figuresOf } from './replay-progress.ts';

const at = (state: Replay['state'], blocks: number, blocksDone: number) =>
  figuresOf({ state, createdAt: 0, progress: { blocks, blocksDone } } as Replay, 10_000);

describe('how far a replay is', () => {
  it('tells the time left by the speed so far', () => expect(at('running', 10, 4)).toEqual({ fraction: 0.4, leftMs: 15_000 }));
  it('promises nothing before the first block', () => expect(at('running', 10, 0)).toEqual({ fraction: 0, leftMs: undefined }));
  it('waits for destinations without a time', () => expect(at('running', 10, 10)).toEqual({ fraction: 1, leftMs: undefined }));
  it('is whole when done, also with nothing to read', () => expect(at('done', 0, 0)).toEqual({ fraction: 1, leftMs: undefined }));
});
