import {
  booleanField,
  durationMs,
  sizeBytes,
  type BatchConfig,
  type QueueConfig,
  type RetryConfig,
} from '@acequia/component-sdk/definition';
import type { DatasinkBatching } from '@acequia/component-sdk/runtime';
import type { FieldsText } from '@acequia/component-sdk/text';

/** Every datasink's creation has it: whether its delivered events count on the home page. */
export const homeMetricsField = () => booleanField({ default: true, advanced: true });

export const homeMetricsText: FieldsText<{ inHomeMetrics: boolean }> = {
  inHomeMetrics: {
    label: { en: 'Count on the home page', es: 'Contar en la página de inicio' },
    help: { en: 'Its delivered events are part of the totals.', es: 'Sus eventos entregados forman parte de los totales.' },
  },
};

/** How the engine batches, orders and retries, from the shared groups of a datasink. */
export function batchingOf(
  retry: RetryConfig,
  node: BatchConfig & QueueConfig,
  request: Pick<DatasinkBatching, 'order' | 'concurrency' | 'pipelined'>,
): DatasinkBatching {
  return {
    maxEvents: node.maxEvents,
    maxBytes: sizeBytes(node.maxBytes),
    maxWaitMs: durationMs(node.maxWait),
    order: request.order,
    concurrency: request.order === 'strict' ? 1 : request.concurrency,
    ...(request.order === 'strict' && request.pipelined !== undefined ? { pipelined: request.pipelined } : {}),
    retry: { giveUpAfterMs: durationMs(retry.giveUpAfter), firstWaitMs: durationMs(retry.firstWait), maxWaitMs: durationMs(retry.maxWait) },
    whenFull: node.whenFull,
    pauseOnError: node.pauseOnError,
  };
}
