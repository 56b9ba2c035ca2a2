import type { TraceAnswer, TraceQuestion } from '@acequia/contract/fleet';
import type { Engine } from '@acequia/engine';
import type { Deployment } from '@acequia/pipeline';

/** What became of the last batches that a pipeline of the tenant sent from a node. */
export async function answerAttempts(
  engine: Pick<Engine, 'attempts'>,
  deployment: Pick<Deployment, 'pipelines'> | undefined,
  tenantId: string,
  { pipelineId, node }: Extract<TraceQuestion, { do: 'attempts' }>,
): Promise<TraceAnswer> {
  if (!deployment?.pipelines.some((each) => each.id === pipelineId && each.tenantId === tenantId)) return { did: 'absent' };
  const attempts = await engine.attempts(pipelineId, node);
  return {
    did: 'attempts',
    attempts: attempts.map(({ atMs, code = null, status = null, ...attempt }) => ({ ...attempt, at: atMs, code, status })),
  };
}
