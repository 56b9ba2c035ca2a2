import {
  booleanField,
  choiceField,
  configObject,
  fieldRefField,
  listField,
  mapField,
  outputNameField,
  patternField,
  textField,
  timezoneField,
} from '@acequia/component-sdk/definition';
import { checkFieldName, checkNames, compileGrok, compilePattern, compileRegex, fieldTypes, compileTimePattern } from '@acequia/event';
import type * as z from 'zod';

export const parserModes = ['pattern', 'json', 'kv', 'csv', 'xml', 'syslog', 'cef', 'leef', 'access', 'grok', 'regex'] as const;
export type ParserMode = (typeof parserModes)[number];

const mode = (...modes: readonly ParserMode[]) => ({ when: { field: 'mode', in: modes } });

const outputChange = configObject({
  name: textField({ max: 256 }),
  rename: outputNameField({ optional: true }),
  type: choiceField(fieldTypes, { optional: true }),
  timeFormat: textField({ max: 128, optional: true, when: { field: 'type', in: ['timestamp'] } }),
});
export type OutputChange = z.infer<typeof outputChange>;

export const parserConfig = configObject({
  field: fieldRefField({ default: '_raw', types: ['string', 'json'] }),
  mode: choiceField(parserModes, {}),
  pattern: patternField(mode('pattern')),
  grok: textField({ ...mode('grok'), max: 4096, multiline: true }),
  definitions: mapField({ ...mode('grok'), default: {}, advanced: true }),
  regex: textField({ ...mode('regex'), max: 4096 }),
  as: choiceField(['fields', 'json'], { ...mode('json', 'xml'), default: 'fields' }),
  destination: outputNameField({ when: { field: 'as', in: ['json'] } }),
  pairs: textField({ ...mode('kv'), default: ' ', max: 16 }),
  values: textField({ ...mode('kv'), default: '=', max: 16 }),
  trim: booleanField({ ...mode('kv'), default: true, advanced: true }),
  bare: choiceField(['null', 'true', 'ignore'], { ...mode('kv'), default: 'null', advanced: true }),
  keys: listField(textField({ max: 256 }), { ...mode('kv'), default: [], max: 1024, advanced: true }),
  separator: textField({ ...mode('csv'), default: ',', max: 16 }),
  columns: listField(outputNameField({}), { ...mode('csv'), min: 1, max: 1024 }),
  quote: textField({ ...mode('kv', 'csv'), default: '"', max: 1, advanced: true }),
  attributes: textField({ ...mode('xml'), default: '@', max: 16, advanced: true }),
  textKey: textField({ ...mode('xml'), default: '#text', max: 64, advanced: true }),
  labels: booleanField({ ...mode('cef'), default: false }),
  timezone: timezoneField({ ...mode('syslog', 'leef', 'pattern'), default: 'UTC', advanced: true }),
  outputs: listField(outputChange, { default: [], max: 1024, group: 'outputs' }),
  prefix: textField({ optional: true, max: 64, pattern: /^[A-Za-z0-9#\-.][A-Za-z0-9#\-._]*$/, group: 'outputs' }),
  overwrite: booleanField({ default: true, group: 'outputs' }),
  keepSource: booleanField({ default: true, group: 'outputs' }),
  onFail: choiceField(['error', 'nulls', 'pass'], { default: 'error', group: 'outputs' }),
}).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string, fields: Readonly<Record<string, string | number>> = {}) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault, ...fields } });
  if (config.mode === 'pattern' && config.pattern !== undefined) {
    const compiled = compilePattern(config.pattern);
    if (!compiled.ok) refuse(['pattern'], compiled.error.code, { offset: compiled.error.offset, detail: compiled.error.detail });
  }
  if (config.mode === 'grok' && config.grok !== undefined) {
    const compiled = compileGrok(config.grok, config.definitions);
    if (!compiled.ok) refuse(['grok'], compiled.error.code, { offset: compiled.error.offset, detail: compiled.error.detail });
  }
  if (config.mode === 'regex' && config.regex !== undefined) {
    const compiled = compileRegex(config.regex);
    if (!compiled.ok) refuse(['regex'], compiled.error.code, { offset: compiled.error.offset });
    else if (compiled.value.names.size === 0) refuse(['regex'], 'CONFIG_REGEX_NAMES');
  }
  for (const { index, fault } of checkNames(config.columns ?? [], checkFieldName)) refuse(['columns', index], fault);
  for (const { index, fault } of checkNames(
    config.outputs.map(({ name }) => name),
    () => undefined,
  ))
    refuse(['outputs', index, 'name'], fault);
  const results = config.outputs.map(({ name, rename }) => rename ?? name);
  for (const [index, { rename }] of config.outputs.entries())
    if (
      rename !== undefined &&
      results.some((name, other) => name === rename && other !== index && (other < index || config.outputs[other]!.rename === undefined))
    )
      refuse(['outputs', index, 'rename'], 'NAME_DUPLICATE');
  for (const [index, { timeFormat }] of config.outputs.entries()) {
    if (timeFormat !== undefined && !compileTimePattern(timeFormat).ok) refuse(['outputs', index, 'timeFormat'], 'CONFIG_TIME_PATTERN');
  }
});
export type ParserConfig = z.infer<typeof parserConfig>;
