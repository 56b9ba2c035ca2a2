import type { ActionRuntime, DatasinkRuntime, ListenerRuntime } from '@acequia/component-sdk/runtime';
import { fieldTransformationRuntime } from './actions/field-transformation/runtime.ts';
import { dataGeneratorRuntime } from './listeners/data-generator/runtime.ts';
import { parserRuntime } from './actions/parser/runtime.ts';
import { messageBuilderRuntime } from './actions/message-builder/runtime.ts';
import { fieldGeneratorRuntime } from './actions/field-generator/runtime.ts';
import { conditionalRuntime } from './actions/conditional/runtime.ts';
import { filterRuntime } from './actions/filter/runtime.ts';
import { redactRuntime } from './actions/redact/runtime.ts';
import { samplingRuntime } from './actions/sampling/runtime.ts';
import { lookupRuntime } from './actions/lookup/runtime.ts';
import { dedupeRuntime } from './actions/dedupe/runtime.ts';
import { groupByRuntime } from './actions/group-by/runtime.ts';
import { httpListenerRuntime } from './listeners/http/runtime.ts';
import { fileRuntime } from './datasinks/file/runtime.ts';
import { httpRuntime } from './datasinks/http/runtime.ts';
import { nullRuntime } from './datasinks/null/runtime.ts';
import { syslogRuntime } from './datasinks/syslog/runtime.ts';
import type { actionDefinitions, datasinkDefinitions, listenerDefinitions } from './definitions.ts';
import { fileListenerRuntime } from './listeners/file/runtime.ts';
import { openTelemetryRuntime } from './listeners/opentelemetry/runtime.ts';
import { syslogListenerRuntime } from './listeners/syslog/runtime.ts';
import { tcpListenerRuntime } from './listeners/tcp/runtime.ts';

type Config = Record<string, unknown>;

/** What runs, by kind and id; a definition without a runtime does not compile. Configurations were read by `parseConfig`. */
export const listenerRuntimes = {
  syslog: syslogListenerRuntime,
  tcp: tcpListenerRuntime,
  http: httpListenerRuntime,
  opentelemetry: openTelemetryRuntime,
  file: fileListenerRuntime,
  'data-generator': dataGeneratorRuntime,
} satisfies Record<keyof typeof listenerDefinitions, ListenerRuntime<never>>;

export const actionRuntimes = {
  'field-transformation': fieldTransformationRuntime,
  'field-generator': fieldGeneratorRuntime,
  'message-builder': messageBuilderRuntime,
  parser: parserRuntime,
  filter: filterRuntime,
  conditional: conditionalRuntime,
  redact: redactRuntime,
  sampling: samplingRuntime,
  dedupe: dedupeRuntime,
  'group-by': groupByRuntime,
  lookup: lookupRuntime,
} satisfies Record<keyof typeof actionDefinitions, ActionRuntime<never>>;

export const datasinkRuntimes = {
  file: fileRuntime,
  http: httpRuntime,
  null: nullRuntime,
  syslog: syslogRuntime,
} satisfies Record<keyof typeof datasinkDefinitions, DatasinkRuntime<never, never>>;

export const findListenerRuntime = (id: string): ListenerRuntime<Config> | undefined => find<ListenerRuntime<Config>>(listenerRuntimes, id);
export const findActionRuntime = (id: string): ActionRuntime<Config> | undefined => find<ActionRuntime<Config>>(actionRuntimes, id);
export const findDatasinkRuntime = (id: string): DatasinkRuntime<Config, Config> | undefined =>
  find<DatasinkRuntime<Config, Config>>(datasinkRuntimes, id);

const find = <R>(list: Readonly<Record<string, unknown>>, id: string): R | undefined =>
  Object.hasOwn(list, id) ? (list[id] as R) : undefined;
