import { AppError, createId, type Random } from '@acequia/base';
import type { Template, TemplateCard, TemplateLanguage, TemplateLogs, TemplateSamples } from '@acequia/contract';
import { frozenMsOf, recordedEvents, type PipelineDocument } from '@acequia/pipeline';
import type { Catalogue } from '../../catalogue/catalogue.ts';
import { nameTaken } from '../../db/constraint.ts';
import type { TenantScope } from '../../tenant-scope.ts';
import type { InternalPipelinesService } from '../internal-pipelines/internal-pipelines.service.ts';
import type { ListenersService } from '../listeners/listeners.service.ts';
import type { PipelineTestsService } from '../pipeline-tests/pipeline-tests.service.ts';
import type { PipelinesService } from '../pipelines/pipelines.service.ts';
import { memberNames } from '../tenants/tenants.service.ts';
import type { PreparedTrace, TraceHow, TracesService } from '../traces/traces.service.ts';
import { bareDocument } from './bare-document.ts';
import { credentialInDocument, credentialInTexts } from './credential-place.ts';
import { cardOf, firstDatasink, presentOwn, presentShipped, relatedTo, type LoneTemplate } from './marketplace.present.ts';
import { countTemplates, insertTemplate, readTemplates, removeTemplate } from './marketplace.store.ts';
import type { ShippedTemplate } from './shipped-templates.ts';

/** Of one tenant. */
export const templatesMax = 200;

export interface NewTemplate {
  readonly pipelineId: string;
  readonly version: string;
  readonly name: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly samples?: TemplateSamples | undefined;
}

/** What a template will be, before its events have run. */
export interface PreparedTemplate {
  readonly input: NewTemplate;
  readonly document: PipelineDocument;
  readonly listenerComponent: string;
  /** Events to run, as they went in; absent: none are recorded. */
  readonly run?: { readonly trace: PreparedTrace; readonly how: TraceHow; readonly texts: readonly string[] } | undefined;
}

interface Asked {
  readonly tenantId: string;
  readonly language: TemplateLanguage;
}

export interface MarketplaceService {
  getAll(scope: TenantScope, asked: Asked): Promise<TemplateCard[]>;
  getById(scope: TenantScope, asked: Asked & { readonly id: string }): Promise<Template>;
  /** Reads and checks; refuses what may not be published. */
  prepare(scope: TenantScope, input: NewTemplate): Promise<PreparedTemplate>;
  /** Runs its events on a worker; hold no transaction meanwhile. */
  record(prepared: PreparedTemplate): Promise<TemplateLogs | null>;
  create(scope: TenantScope, prepared: PreparedTemplate, logs: TemplateLogs | null): Promise<Template>;
  remove(scope: TenantScope, id: string): Promise<Record<never, never>>;
}

export interface MarketplaceDeps {
  readonly catalogue: Catalogue;
  readonly shipped: readonly ShippedTemplate[];
  readonly pipelines: PipelinesService;
  readonly listeners: ListenersService;
  readonly traces: TracesService;
  readonly tests: PipelineTestsService;
  readonly previews: InternalPipelinesService;
  readonly random: Random;
}

const asNameTaken = nameTaken('templates_name', 'WEB-12006');
const refuseCredential = (place: string): never => {
  throw new AppError('ACQ-TEMPLATE-CREDENTIAL', { fields: { place } });
};

export function createMarketplaceService(deps: MarketplaceDeps): MarketplaceService {
  const { catalogue, shipped, pipelines, listeners, traces, tests, previews, random } = deps;
  const readAll = async (scope: TenantScope, language: TemplateLanguage): Promise<LoneTemplate[]> => {
    const names = await memberNames(scope);
    return [
      ...shipped.map((template) => presentShipped(template, language, catalogue)),
      ...(await readTemplates(scope.tx)).map((row) => presentOwn(row, names(row.createdBy))),
    ];
  };
  const samplesOf = async (scope: TenantScope, { pipelineId, version, samples }: NewTemplate) => {
    if (!samples) return undefined;
    if (samples.from === 'sample') {
      const { kind, texts } = await previews.readSample(scope, pipelineId, samples.id);
      const source: TraceHow['source'] = kind === 'raw' ? { kind, frames: [...texts] } : { kind, json: [...texts] };
      return { source, texts, frozenMs: undefined };
    }
    const test = (await tests.list(scope, { pipelineId, version })).find(({ id }) => id === samples.id)?.test;
    if (!test) throw new AppError('ACQ-NOT-FOUND');
    const { input } = test;
    const source: TraceHow['source'] =
      'events' in input
        ? { kind: 'events', json: input.events }
        : { kind: 'raw', frames: input.raw, ...(input.attributes ? { attributes: input.attributes } : {}) };
    return { source, texts: 'events' in input ? input.events : input.raw, frozenMs: frozenMsOf(test) };
  };
  return {
    getAll: async (scope, { tenantId, language }) => {
      if (tenantId !== scope.tenantId) throw new AppError('ACQ-NOT-FOUND');
      return (await readAll(scope, language))
        .map(cardOf)
        .toSorted((a, b) => Number(b.featured) - Number(a.featured) || a.name.localeCompare(b.name, language));
    },
    getById: async (scope, { tenantId, id, language }) => {
      const all = tenantId === scope.tenantId ? await readAll(scope, language) : [];
      const template = all.find((each) => each.id === id);
      if (!template) throw new AppError('WEB-00015');
      return { ...template, related: relatedTo(template, all) };
    },
    prepare: async (scope, input) => {
      const { document } = await pipelines.getVersion(scope, input.pipelineId, input.version);
      const bare = bareDocument(document, catalogue);
      const label = document.nodes.find((node) => node.kind === 'label');
      const listener = label && (await listeners.list(scope)).find(({ id }) => id === label.listenerId);
      if (!bare || !listener) throw new AppError('ACQ-TEMPLATE-SHAPE');
      const place = credentialInDocument(bare, catalogue);
      if (place !== undefined) refuseCredential(place);
      if (credentialInTexts([input.name, input.description]) !== undefined) refuseCredential('name, description');
      const samples = await samplesOf(scope, input);
      const line = samples && credentialInTexts(samples.texts);
      if (line !== undefined) refuseCredential(`input:${line}`);
      if ((await countTemplates(scope.tx)) >= templatesMax) throw new AppError('ACQ-TEMPLATES-MANY', { fields: { max: templatesMax } });
      const trace = samples && (await traces.prepare(scope, input.pipelineId, document));
      return {
        input,
        document: bare,
        listenerComponent: listener.component,
        run: samples && trace && { trace, how: { source: samples.source, frozenMs: samples.frozenMs }, texts: samples.texts },
      };
    },
    record: async ({ document, listenerComponent, run }) => {
      if (!run) return null;
      const result = await traces.run(run.trace, run.how);
      const [fault] = result.faults;
      if (fault) throw new AppError('ACQ-TEMPLATE-RUN', { fields: { code: fault.code } });
      const label = document.nodes.find(({ kind }) => kind === 'label')!;
      const title = catalogue.listener(listenerComponent)?.text.title.en ?? listenerComponent;
      const logs: TemplateLogs = {
        input: { label: title, fields: [...recordedEvents(result, label.id).fields], content: linesOf(run.texts) },
        output: document.nodes.flatMap((node) => {
          if (node.kind !== 'datasink') return [];
          const { fields, events } = recordedEvents(result, node.id);
          const line = credentialInTexts(events);
          if (line !== undefined) refuseCredential(`${node.id}:${line}`);
          const name = node.name || (catalogue.datasink(node.component)?.text.title.en ?? node.component);
          return [{ label: name, fields: [...fields], content: linesOf(events) }];
        }),
      };
      return logs;
    },
    create: async (scope, { input, document, listenerComponent }, logs) => {
      const row = {
        tenantId: scope.tenantId,
        id: createId('template', random),
        name: input.name,
        description: input.description,
        tags: [...input.tags],
        document,
        listenerComponent,
        datasinkComponent: firstDatasink(document),
        logs,
        createdAt: scope.now,
        createdBy: scope.userId,
      };
      await insertTemplate(scope.tx, row).catch(asNameTaken);
      const all = await readAll(scope, 'en');
      const template = all.find(({ id }) => id === row.id)!;
      return { ...template, related: relatedTo(template, all) };
    },
    remove: async (scope, id) => {
      const row = await removeTemplate(scope.tx, id);
      if (!row) throw new AppError('WEB-00015');
      scope.subject(row.name);
      return {};
    },
  };
}

const linesOf = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');
