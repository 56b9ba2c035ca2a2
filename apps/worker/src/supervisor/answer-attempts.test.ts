import { expect, test } from 'vitest';
import type { DeployedPipeline } from '@acequia/pipeline';
import { answerAttempts } from './answer-attempts.ts';

const deployment = { pipelines: [{ id: 'PL_1', tenantId: 'TE_1' } as DeployedPipeline] };
const question = { do: 'attempts', pipelineId: 'PL_1', node: 'out' } as const;
const asked: string[] = [];
const engine = {
  attempts: async (pipelineId: string, node: string) => {
    asked.push(`${pipelineId} ${node}`);
    return [
      { atMs: 9, tookMs: 3, outcome: 'failed', events: 2, code: 'HTTP_503', status: 503 },
      { atMs: 8, tookMs: 1, outcome: 'delivered', events: 4 },
    ] as const;
  },
};

test('attempts are told without what they do not have', async () => {
  expect(await answerAttempts(engine, deployment, 'TE_1', question)).toEqual({
    did: 'attempts',
    attempts: [
      { at: 9, tookMs: 3, outcome: 'failed', events: 2, code: 'HTTP_503', status: 503 },
      { at: 8, tookMs: 1, outcome: 'delivered', events: 4, code: null, status: null },
    ],
  });
  expect(asked).toEqual(['PL_1 out']);
});

test('a pipeline of another tenant, or one that does not run here, is absent, and the engine is not asked', async () => {
  asked.length = 0;
  expect(await answerAttempts(engine, deployment, 'TE_2', question)).toEqual({ did: 'absent' });
  expect(await answerAttempts(engine, undefined, 'TE_1', question)).toEqual({ did: 'absent' });
  expect(asked).toEqual([]);
});
