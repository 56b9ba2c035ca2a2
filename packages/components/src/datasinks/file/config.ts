import {
  batchFields,
  choiceField,
  configObject,
  durationField,
  encodeFields,
  fault,
  integerField,
  queueFields,
  retryField,
  sizeField,
  templateField,
  textField,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { homeMetricsField } from '../../encoding/common-fields.ts';

export const fileCreation = configObject({
  root: textField({ max: 1024, pattern: /^[^\p{Cc}]+$/u, options: 'file-roots' }),
  mode: textField({ default: '0640', pattern: /^0?[0-7]{3}$/, advanced: true }),
  sync: choiceField(['flush', 'fsync'], { default: 'fsync' }),
  retry: retryField(),
  inHomeMetrics: homeMetricsField(),
});
export type FileCreation = z.infer<typeof fileCreation>;

export const fileNode = configObject({
  path: templateField({ max: 1024 }),
  ...encodeFields({ formats: ['ndjson', 'json-array', 'csv', 'text'], format: 'ndjson' }),
  compression: choiceField(['none', 'gzip', 'zstd'], { default: 'none' }),
  maxSize: sizeField({ default: '128 MiB', min: '1 KiB', max: '1 TiB', group: 'rotation' }),
  every: durationField({ default: '1h', min: '1s', max: '365d', or: '0', group: 'rotation' }),
  keepFiles: integerField({ optional: true, min: 0, max: 100_000, group: 'rotation' }),
  keepDays: integerField({ optional: true, min: 1, max: 36_500, group: 'rotation' }),
  openFiles: integerField({ default: 64, min: 1, max: 512, group: 'rotation', advanced: true }),
  ...queueFields(),
  ...batchFields({ maxEvents: 1000, maxBytes: '1 MiB', maxWait: '1s' }),
}).superRefine((node, context) => {
  if (node.format === 'csv' && node.content === 'all') fault(context, node.format, 'CONFIG_CSV_NEEDS_FIELDS');
});
export type FileNode = z.infer<typeof fileNode>;
