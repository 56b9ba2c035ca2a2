import { secondMs } from '@acequia/base';
import type { OperationOutput } from '@acequia/contract';
import type { TraceDesks } from '../../fleet/trace-desks.ts';

/** A data sink node, on a worker that delivers from it. */
export interface DeliveryPlace {
  readonly workerId: string;
  readonly pipelineId: string;
  readonly node: string;
  readonly heard: boolean;
}

/** It answers from memory: one that does not is away, or older. */
const timeoutMs = 5 * secondMs;

/** What the workers remember of their last attempts; those that are away are counted, and nobody waits for them. */
export async function recentAttempts(
  desks: Pick<TraceDesks, 'ask'>,
  tenantId: string,
  places: readonly DeliveryPlace[],
): Promise<OperationOutput<'datasinks:attempts'>> {
  const answers = await Promise.all(
    places.map(async ({ workerId, pipelineId, node, heard }) => {
      const answer = heard ? await desks.ask(workerId, tenantId, { do: 'attempts', pipelineId, node }, timeoutMs) : undefined;
      const attempts =
        answer?.did === 'attempts' ? answer.attempts.map((attempt) => ({ ...attempt, pipelineId, node, workerId })) : undefined;
      return { workerId, attempts, isAway: answer === undefined };
    }),
  );
  return {
    attempts: answers.flatMap(({ attempts = [] }) => attempts).sort((one, other) => other.at - one.at),
    away: new Set(answers.filter(({ isAway }) => isAway).map(({ workerId }) => workerId)).size,
  };
}
