import {
  booleanField,
  choiceField,
  configObject,
  fault,
  field,
  integerField,
  intakeFields,
  numberField,
} from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { parseCustomTemplate } from './custom-template.ts';
import { parseRecording } from './recording.ts';

export const templateNames = [
  'apache-access',
  'nginx-access',
  'syslog-5424',
  'syslog-3164',
  'cisco-asa',
  'palo-alto-traffic',
  'palo-alto-threat',
  'fortinet-traffic',
  'windows-security',
  'linux-auth',
  'aws-cloudtrail',
  'aws-vpc-flow',
  'dns-query',
  'okta-system',
  'kubernetes-app',
  'json-orders',
  'payments',
  'iot-sensor',
  'host-metrics',
  'netflow-json',
  'recording',
  'custom',
] as const;

const customSource = z
  .string()
  .min(1)
  .max(16_384)
  .superRefine((text, context) => {
    const parsed = parseCustomTemplate(text);
    if (!parsed.ok) fault(context, text, 'CONFIG_FORMAT', { offset: parsed.error });
  });

const recordingMax = 262_144;
const recordingSource = z
  .string()
  .min(1)
  .max(recordingMax)
  .superRefine((text, context) => {
    const parsed = parseRecording(text);
    if (!parsed.ok) fault(context, text, 'CONFIG_FORMAT', { offset: parsed.error });
  });

const percent = (options: { readonly advanced: true; readonly group: string }) => numberField({ default: 0, min: 0, max: 50, ...options });
const faults = { advanced: true, group: 'faults' } as const;
const world = { advanced: true, group: 'world' } as const;

export const generatorConfig = configObject({
  template: choiceField(templateNames, { default: 'apache-access' }),
  custom: field(customSource, 'textarea', { when: { field: 'template', in: ['custom'] } }, { bounds: { min: 1, max: 16_384 } }),
  recording: field(
    recordingSource,
    'textarea',
    { when: { field: 'template', in: ['recording'] } },
    { bounds: { min: 1, max: recordingMax } },
  ),
  rate: numberField({ default: 10, min: 0.01, max: 100_000 }),
  shape: choiceField(['constant', 'daily', 'mild', 'burst', 'ramp'], { default: 'constant' }),
  total: integerField({ optional: true, min: 1, max: 1_000_000_000_000 }),
  seed: integerField({ default: 1, min: 0, max: 0xffff_ffff, advanced: true }),
  malformed: percent(faults),
  duplicate: percent(faults),
  late: percent(faults),
  users: integerField({ default: 50, min: 1, max: 100_000, ...world }),
  hosts: integerField({ default: 20, min: 1, max: 100_000, ...world }),
  incidents: booleanField({ default: true, ...world }),
  ...intakeFields(),
});

export type GeneratorConfig = z.infer<typeof generatorConfig>;
