import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import type { ActionRuntime, DatasinkRuntime, ListenerRuntime } from '@acequia/component-sdk/runtime';
import type { actionDefinitions, datasinkDefinitions, listenerDefinitions } from './definitions.ts';

type Config = Record<string, unknown>;

/** A component whose modules are read when one of them is first asked for; `version` is known before. */
export interface OnDemand<D, R> {
  readonly version: string;
  definition(): D;
  runtime(): R;
}

const require = createRequire(import.meta.url);
/** What a module exports by that name; of the module's one copy in this thread, however it is imported elsewhere. */
const load = <T>(address: URL, name: string): T => (require(fileURLToPath(address)) as Readonly<Record<string, T>>)[name]!;

/**
 * The catalogue by kind and id, for programs that run a few of its components and count their memory. One entry per component,
 * as in `definitions.ts` and `runtimes.ts`.
 */
export const listenersOnDemand = {
  syslog: {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/syslog/definition.ts', import.meta.url), 'syslogListener'),
    runtime: () => load(new URL('./listeners/syslog/runtime.ts', import.meta.url), 'syslogListenerRuntime'),
  },
  tcp: {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/tcp/definition.ts', import.meta.url), 'tcpListener'),
    runtime: () => load(new URL('./listeners/tcp/runtime.ts', import.meta.url), 'tcpListenerRuntime'),
  },
  http: {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/http/definition.ts', import.meta.url), 'httpListener'),
    runtime: () => load(new URL('./listeners/http/runtime.ts', import.meta.url), 'httpListenerRuntime'),
  },
  opentelemetry: {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/opentelemetry/definition.ts', import.meta.url), 'openTelemetryListener'),
    runtime: () => load(new URL('./listeners/opentelemetry/runtime.ts', import.meta.url), 'openTelemetryRuntime'),
  },
  file: {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/file/definition.ts', import.meta.url), 'fileListener'),
    runtime: () => load(new URL('./listeners/file/runtime.ts', import.meta.url), 'fileListenerRuntime'),
  },
  'data-generator': {
    version: '1.0.0',
    definition: () => load(new URL('./listeners/data-generator/definition.ts', import.meta.url), 'dataGeneratorListener'),
    runtime: () => load(new URL('./listeners/data-generator/runtime.ts', import.meta.url), 'dataGeneratorRuntime'),
  },
} satisfies Record<keyof typeof listenerDefinitions, OnDemand<ListenerDefinition, ListenerRuntime<never>>>;

export const actionsOnDemand = {
  'field-transformation': {
    version: '1.0.0',
    definition: () => load(new URL('./actions/field-transformation/definition.ts', import.meta.url), 'fieldTransformationAction'),
    runtime: () => load(new URL('./actions/field-transformation/runtime.ts', import.meta.url), 'fieldTransformationRuntime'),
  },
  'field-generator': {
    version: '1.0.0',
    definition: () => load(new URL('./actions/field-generator/definition.ts', import.meta.url), 'fieldGeneratorAction'),
    runtime: () => load(new URL('./actions/field-generator/runtime.ts', import.meta.url), 'fieldGeneratorRuntime'),
  },
  'message-builder': {
    version: '1.0.0',
    definition: () => load(new URL('./actions/message-builder/definition.ts', import.meta.url), 'messageBuilderAction'),
    runtime: () => load(new URL('./actions/message-builder/runtime.ts', import.meta.url), 'messageBuilderRuntime'),
  },
  parser: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/parser/definition.ts', import.meta.url), 'parserAction'),
    runtime: () => load(new URL('./actions/parser/runtime.ts', import.meta.url), 'parserRuntime'),
  },
  filter: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/filter/definition.ts', import.meta.url), 'filterAction'),
    runtime: () => load(new URL('./actions/filter/runtime.ts', import.meta.url), 'filterRuntime'),
  },
  conditional: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/conditional/definition.ts', import.meta.url), 'conditionalAction'),
    runtime: () => load(new URL('./actions/conditional/runtime.ts', import.meta.url), 'conditionalRuntime'),
  },
  redact: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/redact/definition.ts', import.meta.url), 'redactAction'),
    runtime: () => load(new URL('./actions/redact/runtime.ts', import.meta.url), 'redactRuntime'),
  },
  sampling: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/sampling/definition.ts', import.meta.url), 'samplingAction'),
    runtime: () => load(new URL('./actions/sampling/runtime.ts', import.meta.url), 'samplingRuntime'),
  },
  dedupe: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/dedupe/definition.ts', import.meta.url), 'dedupeAction'),
    runtime: () => load(new URL('./actions/dedupe/runtime.ts', import.meta.url), 'dedupeRuntime'),
  },
  'group-by': {
    version: '1.0.0',
    definition: () => load(new URL('./actions/group-by/definition.ts', import.meta.url), 'groupByAction'),
    runtime: () => load(new URL('./actions/group-by/runtime.ts', import.meta.url), 'groupByRuntime'),
  },
  lookup: {
    version: '1.0.0',
    definition: () => load(new URL('./actions/lookup/definition.ts', import.meta.url), 'lookupAction'),
    runtime: () => load(new URL('./actions/lookup/runtime.ts', import.meta.url), 'lookupRuntime'),
  },
} satisfies Record<keyof typeof actionDefinitions, OnDemand<ActionDefinition, ActionRuntime<never>>>;

export const datasinksOnDemand = {
  file: {
    version: '1.0.0',
    definition: () => load(new URL('./datasinks/file/definition.ts', import.meta.url), 'fileDatasink'),
    runtime: () => load(new URL('./datasinks/file/runtime.ts', import.meta.url), 'fileRuntime'),
  },
  http: {
    version: '1.0.0',
    definition: () => load(new URL('./datasinks/http/definition.ts', import.meta.url), 'httpDatasink'),
    runtime: () => load(new URL('./datasinks/http/runtime.ts', import.meta.url), 'httpRuntime'),
  },
  null: {
    version: '1.0.0',
    definition: () => load(new URL('./datasinks/null/definition.ts', import.meta.url), 'nullDatasink'),
    runtime: () => load(new URL('./datasinks/null/runtime.ts', import.meta.url), 'nullRuntime'),
  },
  syslog: {
    version: '1.0.0',
    definition: () => load(new URL('./datasinks/syslog/definition.ts', import.meta.url), 'syslogDatasink'),
    runtime: () => load(new URL('./datasinks/syslog/runtime.ts', import.meta.url), 'syslogRuntime'),
  },
} satisfies Record<keyof typeof datasinkDefinitions, OnDemand<DatasinkDefinition, DatasinkRuntime<never, never>>>;

export const findListenerOnDemand = (id: string): OnDemand<ListenerDefinition, ListenerRuntime<Config>> | undefined =>
  find(listenersOnDemand, id);
export const findActionOnDemand = (id: string): OnDemand<ActionDefinition, ActionRuntime<Config>> | undefined => find(actionsOnDemand, id);
export const findDatasinkOnDemand = (id: string): OnDemand<DatasinkDefinition, DatasinkRuntime<Config, Config>> | undefined =>
  find(datasinksOnDemand, id);

const find = <P>(list: Readonly<Record<string, unknown>>, id: string): P | undefined =>
  Object.hasOwn(list, id) ? (list[id] as P) : undefined;
