import type { LiveHub } from '../../fleet/live-hub.ts';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { readSeries, readTotals } from './metrics.service.ts';

export const metricsOperations = (os: Implementer, live: LiveHub, pipelines: PipelinesService) => ({
  totals: os.metrics.totals.handler(inTenant((scope, input) => readTotals(scope, input))),
  series: os.metrics.series.handler(inTenant((scope, input) => readSeries(scope, input))),
  watchLive: os.metrics.watchLive.handler(async (call) => {
    const { pipelineId } = call.input;
    if (pipelineId !== undefined) await inTenant((scope, id: string) => pipelines.find(scope, id))({ ...call, input: pipelineId });
    return live.watchLive(sessionOf(call.context).tenantId, pipelineId, call.signal);
  }),
});
