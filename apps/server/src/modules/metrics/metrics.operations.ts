import type { LiveHub } from '../../fleet/live-hub.ts';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import type { Retention } from './grains.ts';
import { listExclusions, readFlows, readSeries, readTotals, setExclusion } from './metrics.service.ts';

export const metricsOperations = (os: Implementer, live: LiveHub, pipelines: PipelinesService, retention: Retention) => ({
  totals: os.metrics.totals.handler(inTenant((scope, input) => readTotals(scope, input, retention))),
  series: os.metrics.series.handler(inTenant((scope, input) => readSeries(scope, input, retention))),
  flows: os.metrics.flows.handler(inTenant((scope, input) => readFlows(scope, input, retention))),
  exclusions: os.metrics.exclusions.handler(inTenant((scope) => listExclusions(scope))),
  setExclusion: os.metrics.setExclusion.handler(inTenant((scope, input) => setExclusion(scope, input))),
  watchLive: os.metrics.watchLive.handler(async (call) => {
    const { pipelineId } = call.input;
    if (pipelineId !== undefined) await inTenant((scope, id: string) => pipelines.find(scope, id))({ ...call, input: pipelineId });
    return live.watchLive(sessionOf(call.context).tenantId, pipelineId, call.signal);
  }),
});
