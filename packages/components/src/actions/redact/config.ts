import {
  booleanField,
  choiceField,
  choicesField,
  configObject,
  fieldRefField,
  listField,
  outputNameField,
  regexField,
  secretField,
  textField,
} from '@acequia/component-sdk/definition';
import { checkFieldName, parsePath } from '@acequia/event';
import type * as z from 'zod';
import { detectorIds } from './detector-ids.ts';

const ownDetector = configObject({
  name: textField({ max: 64, pattern: /^[A-Za-z][A-Za-z0-9_-]*$/ }),
  regex: regexField({}),
  check: choiceField(['none', 'luhn', 'mod97'], { default: 'none' }),
});
export type OwnDetector = z.infer<typeof ownDetector>;

export const redactModes = ['label', 'mask', 'partial', 'hash', 'remove', 'detect-only'] as const;
export type RedactMode = (typeof redactModes)[number];

export const redactConfig = configObject({
  detectors: choicesField(detectorIds, {}),
  mode: choiceField(redactModes, { default: 'label' }),
  key: secretField({ when: { field: 'mode', in: ['hash'] } }),
  fields: listField(fieldRefField({}), { default: [], max: 100 }),
  ownDetectors: listField(ownDetector, { default: [], max: 50 }),
  report: outputNameField({ default: 'redactions' }),
  routeFound: booleanField({ default: false }),
}).superRefine((config, context) => {
  const refuse = (path: (string | number)[], fault: string) =>
    context.addIssue({ code: 'custom', path, input: config, message: fault, params: { fault } });
  if (config.detectors.length === 0 && config.ownDetectors.length === 0) refuse(['detectors'], 'CONFIG_REQUIRED');
  const names = new Set<string>(detectorIds);
  for (const [index, { name }] of config.ownDetectors.entries()) {
    if (names.has(name.toLowerCase())) refuse(['ownDetectors', index, 'name'], 'NAME_DUPLICATE');
    names.add(name.toLowerCase());
  }
  const fields = new Set<string>();
  for (const [index, field] of config.fields.entries()) {
    const path = parsePath(field);
    if (!path.ok || path.value.steps.length > 0 || path.value.each) refuse(['fields', index], 'CONFIG_REFERENCE');
    else if (field !== '_raw' && checkFieldName(path.value.names[0]!) === 'NAME_RESERVED') refuse(['fields', index], 'NAME_RESERVED');
    else if (fields.has(field)) refuse(['fields', index], 'CONFIG_DUPLICATE');
    fields.add(field);
  }
});
export type RedactConfig = z.infer<typeof redactConfig>;
