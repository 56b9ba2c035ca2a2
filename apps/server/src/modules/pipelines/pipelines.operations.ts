import { AppError } from '@acequia/base';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { shownDocument } from '../../catalogue/shown-document.ts';
import { watchChanges } from '../../dispatch/change-stream.ts';
import type { ChangeRelay } from '../../dispatch/relay.ts';
import type { LiveHub } from '../../fleet/live-hub.ts';
import type { Implementer } from '../../http/implementer.ts';
import { configViewOf } from '../../http/path-view.ts';
import { inTenant, sessionOf } from '../../http/transact.ts';
import { inThatState } from '../health/object-statuses.service.ts';
import type { PipelineTestsService } from '../pipeline-tests/pipeline-tests.service.ts';
import { whatStands } from '../pipeline-tests/what-stands.service.ts';
import { readBy, type TracesService } from '../traces/traces.service.ts';
import type { PresenceService } from '../presence/presence.service.ts';
import { duplicatePipeline } from './duplicate-pipeline.service.ts';
import type { PipelinesService } from './pipelines.service.ts';

export const pipelinesOperations = (
  os: Implementer,
  pipelines: PipelinesService,
  relay: ChangeRelay,
  live: LiveHub,
  traces: TracesService,
  tests: PipelineTestsService,
  catalogue: Catalogue,
  presence: PresenceService,
) => ({
  /** No transaction is held while the workers look. */
  xray: os.pipelines.xray.handler(async (call) => {
    const { eventId, receivedMs } = call.input;
    const prepared = await inTenant(async (scope, { id, version }: typeof call.input) => {
      const { document } = await pipelines.getVersion(scope, id, version);
      return { document, trace: await traces.prepare(scope, id, document) };
    })(call);
    const source = { kind: 'event', id: eventId, receivedMs } as const;
    await call.context.contentReads.note(call.context, [readBy(prepared.trace, source)]);
    const result = await traces.run(prepared.trace, { source });
    return { document: shownDocument(prepared.document, catalogue, configViewOf(sessionOf(call.context))), result };
  }),
  list: os.pipelines.list.handler(inTenant(async (scope, { state }) => inThatState(await pipelines.list(scope), state))),
  find: os.pipelines.find.handler(inTenant((scope, { id }) => pipelines.find(scope, id))),
  create: os.pipelines.create.handler(inTenant((scope, input) => pipelines.create(scope, input))),
  duplicate: os.pipelines.duplicate.handler(inTenant((scope, input) => duplicatePipeline(scope, { pipelines, tests }, input))),
  update: os.pipelines.update.handler(inTenant((scope, input) => pipelines.update(scope, input))),
  remove: os.pipelines.remove.handler(inTenant((scope, { id }) => pipelines.remove(scope, id))),
  listVersions: os.pipelines.listVersions.handler(inTenant((scope, { id }) => pipelines.listVersions(scope, id))),
  listRemoved: os.pipelines.listRemoved.handler(inTenant((scope, { id }) => pipelines.listRemoved(scope, id))),
  getVersion: os.pipelines.getVersion.handler(
    inTenant(async (scope, { id, version }, session) => {
      const found = await pipelines.getVersion(scope, id, version);
      return { ...found, document: shownDocument(found.document, catalogue, configViewOf(session)) };
    }),
  ),
  saveDraft: os.pipelines.saveDraft.handler(inTenant((scope, input) => pipelines.saveDraft(scope, input))),
  restoreVersion: os.pipelines.restoreVersion.handler(inTenant((scope, input) => pipelines.restoreVersion(scope, input))),
  publishVersion: os.pipelines.publishVersion.handler(async (call) => {
    const stands = call.input.anyway === undefined ? await whatStands(call, { pipelines, tests }) : undefined;
    return inTenant(async (scope, input: typeof call.input) => {
      const version = await pipelines.publishVersion(scope, input);
      if (stands) throw stands;
      return version;
    })(call);
  }),
  startVersion: os.pipelines.startVersion.handler(inTenant((scope, input) => pipelines.startVersion(scope, input))),
  stopVersion: os.pipelines.stopVersion.handler(inTenant((scope, input) => pipelines.stopVersion(scope, input))),
  watchStatus: os.pipelines.watchStatus.handler(({ context, signal, lastEventId }) => {
    const session = sessionOf(context);
    return watchChanges(context.database, relay, presence.seenBy(session), session.tenantId, lastEventId, signal);
  }),
  reportEditor: os.pipelines.reportEditor.handler(async (call) => {
    const find = inTenant((scope, { id }: typeof call.input) => pipelines.find(scope, id));
    await presence.report(sessionOf(call.context), call.input, () => find(call));
    return {};
  }),
  watchSamples: os.pipelines.watchSamples.handler(async (call) => {
    const { id, listenerIds } = await inTenant((scope, input: { readonly id: string }) => pipelines.find(scope, input.id))(call);
    if (!live.runs(id)) throw new AppError('ACQ-WORKER-AWAY');
    const samples = live.watchSamples(id, call.input.node, call.signal);
    return call.context.contentReads.follow(call.context, listenerIds.length > 0 ? listenerIds : [id], samples);
  }),
});
