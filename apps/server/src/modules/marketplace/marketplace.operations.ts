import { isAppError } from '@acequia/base';
import type { OperationMeta, Template } from '@acequia/contract';
import type { PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { shownDocument } from '../../catalogue/shown-document.ts';
import { configViewOf } from '../../http/path-view.ts';
import type { Implementer } from '../../http/implementer.ts';
import { inTenant, recordRefusal, sessionOf } from '../../http/transact.ts';
import type { RequestContext } from '../../http/request-context.ts';
import { mayReadContent } from '../activity/content-reads.service.ts';
import type { MarketplaceService } from './marketplace.service.ts';

/** What an organization's own template has recorded are events of its own. */
async function withContent(context: RequestContext, template: Template): Promise<Template> {
  if (!template.own || !template.logs) return template;
  if (!mayReadContent(sessionOf(context))) return { ...template, preview: 'graph', logs: null };
  await context.contentReads.note(context, [template.id]);
  return template;
}

export const marketplaceOperations = (os: Implementer, marketplace: MarketplaceService, catalogue: Catalogue) => ({
  getAllTemplates: os.marketplace.getAllTemplates.handler(inTenant((scope, input) => marketplace.getAll(scope, input))),
  getTemplateById: os.marketplace.getTemplateById.handler(async (call) => {
    const session = sessionOf(call.context);
    const find = inTenant((scope, input: typeof call.input) => marketplace.getById(scope, input));
    const template = await withContent(call.context, await find(call));
    const shown = (document: PipelineDocument) => shownDocument(document, catalogue, configViewOf(session));
    return { ...template, graph: shown(template.graph), pipeline: shown(template.pipeline) };
  }),
  /** No transaction is held while a worker runs its events. */
  createTemplate: os.marketplace.createTemplate.handler(async (call) => {
    const { context, input, procedure } = call;
    const { tenantId, user } = sessionOf(context);
    const scope = { tenantId, userId: user.id, now: context.clock.now(), subject: () => undefined };
    const make = async () => {
      const prepared = await context.database.withTenant(tenantId, (tx) => marketplace.prepare({ ...scope, tx }, input));
      if (prepared.run) await context.contentReads.note(context, [input.pipelineId]);
      return { prepared, logs: await marketplace.record(prepared) };
    };
    const { prepared, logs } = await make().catch(async (error: unknown) => {
      if (isAppError(error)) await recordRefusal(context, procedure['~orpc'].meta as OperationMeta, input.name, error.code);
      throw error;
    });
    return inTenant((inside) => marketplace.create(inside, prepared, logs))(call);
  }),
  deleteTemplate: os.marketplace.deleteTemplate.handler(inTenant((scope, input) => marketplace.remove(scope, input.id))),
});
