import type { ShadowRun, ShadowSide } from '@acequia/contract';

/** What nothing came of. */
export const emptySide: ShadowSide = { outcomes: {}, datasinks: {}, bytesOut: 0, errors: [], usPerEvent: 1 };

type Result = NonNullable<ShadowRun['result']>;

/** A shadow run that is done: the draft against version 0.9.0 on nine events, with the same results. For tests. */
export const fakeShadowRun = ({
  result,
  ...some
}: Partial<Omit<ShadowRun, 'result'>> & { readonly result?: Partial<Result> } = {}): ShadowRun => ({
  id: 'SH_1',
  pipelineId: 'PL_1',
  version: null,
  revision: 1,
  against: '0.9.0',
  from: 0,
  to: 1,
  state: 'done',
  reason: null,
  createdAt: 0,
  createdBy: 'ana',
  endedAt: 1,
  progress: { blocks: 1, blocksDone: 1, events: 9 },
  result: {
    events: 9,
    bytesIn: 90,
    cut: false,
    missedBlocks: 0,
    clockMs: 0,
    lookups: [],
    running: emptySide,
    draft: emptySide,
    differing: 0,
    differences: [],
    ...result,
  },
  ...some,
});
