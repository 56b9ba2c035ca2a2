import type { ActionDefinition, DatasinkDefinition, ListenerDefinition } from '@acequia/component-sdk/definition';
import { choicesOf, type DatasinkChoice, type ListenerChoice } from './choices.ts';
import { fieldTransformationAction } from './actions/field-transformation/definition.ts';
import { dataGeneratorListener } from './listeners/data-generator/definition.ts';
import { parserAction } from './actions/parser/definition.ts';
import { messageBuilderAction } from './actions/message-builder/definition.ts';
import { fieldGeneratorAction } from './actions/field-generator/definition.ts';
import { httpListener } from './listeners/http/definition.ts';
import { conditionalAction } from './actions/conditional/definition.ts';
import { filterAction } from './actions/filter/definition.ts';
import { redactAction } from './actions/redact/definition.ts';
import { samplingAction } from './actions/sampling/definition.ts';
import { groupByAction } from './actions/group-by/definition.ts';
import { lookupAction } from './actions/lookup/definition.ts';
import { dedupeAction } from './actions/dedupe/definition.ts';
import { fileDatasink } from './datasinks/file/definition.ts';
import { httpDatasink } from './datasinks/http/definition.ts';
import { nullDatasink } from './datasinks/null/definition.ts';
import { syslogDatasink } from './datasinks/syslog/definition.ts';
import { fileListener } from './listeners/file/definition.ts';
import { openTelemetryListener } from './listeners/opentelemetry/definition.ts';
import { syslogListener } from './listeners/syslog/definition.ts';
import { tcpListener } from './listeners/tcp/definition.ts';

export type { DatasinkChoice, ListenerChoice } from './choices.ts';
export { proposeParser, type ParserProposal } from './actions/parser/propose-parser.ts';
export { proposePattern } from './actions/parser/propose-pattern.ts';
export { previewParsers, type ParserPreview, type PreviewField } from './actions/parser/preview-parsers.ts';

/** The catalogue, by kind and id. One line per component; each needs its runtime in `runtimes.ts`. Browser-safe. */
export const listenerDefinitions = {
  syslog: syslogListener,
  tcp: tcpListener,
  http: httpListener,
  opentelemetry: openTelemetryListener,
  file: fileListener,
  'data-generator': dataGeneratorListener,
} as const satisfies Record<string, ListenerDefinition>;

export const actionDefinitions = {
  'field-transformation': fieldTransformationAction,
  'field-generator': fieldGeneratorAction,
  'message-builder': messageBuilderAction,
  parser: parserAction,
  filter: filterAction,
  conditional: conditionalAction,
  redact: redactAction,
  sampling: samplingAction,
  dedupe: dedupeAction,
  'group-by': groupByAction,
  lookup: lookupAction,
} as const satisfies Record<string, ActionDefinition>;

export const datasinkDefinitions = {
  file: fileDatasink,
  http: httpDatasink,
  null: nullDatasink,
  syslog: syslogDatasink,
} as const satisfies Record<string, DatasinkDefinition>;

export const findListener = (id: string): ListenerDefinition | undefined => find(listenerDefinitions, id);
export const findAction = (id: string): ActionDefinition | undefined => find(actionDefinitions, id);
export const findDatasink = (id: string): DatasinkDefinition | undefined => find(datasinkDefinitions, id);

/** What a chooser offers: every listener, each followed by its presets. */
export const listenerChoices = (): readonly ListenerChoice[] =>
  Object.values<ListenerDefinition>(listenerDefinitions).flatMap((definition) => choicesOf(definition, definition.presets));

/** What a chooser offers: every datasink, each followed by its presets. */
export const datasinkChoices = (): readonly DatasinkChoice[] =>
  Object.values<DatasinkDefinition>(datasinkDefinitions).flatMap((definition) => choicesOf(definition, definition.presets));

const find = <D>(list: Readonly<Record<string, D>>, id: string): D | undefined => (Object.hasOwn(list, id) ? list[id] : undefined);

export { operationGroupText } from './actions/field-transformation/text.ts';
export { findOperation, operations } from './actions/field-transformation/operations/registry.ts';
export type { Operation } from './actions/field-transformation/operations/operation.ts';
export { conditionSentence, outcomeSentence } from './fields/condition-sentence.ts';
