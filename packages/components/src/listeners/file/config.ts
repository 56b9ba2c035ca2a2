import {
  booleanField,
  choiceField,
  configObject,
  decodeFields,
  durationField,
  fault,
  field,
  integerField,
  intakeFields,
  multiLineField,
} from '@acequia/component-sdk/definition';
import * as z from 'zod';
import { lineFormats } from '../../formats/line-formats.ts';
import { delimiterField } from '../../framings/delimiter-field.ts';
import { csvFields } from '../csv-fields.ts';
import { parsePattern, wildcardsOf } from './glob.ts';

const globsMax = 50;
/** Wildcards of one glob: far more than any real one has. */
const wildcardsMax = 32;

const glob = z
  .string()
  .min(1)
  .max(1024)
  .superRefine((text, context) => {
    if (parsePattern(text) === undefined || wildcardsOf(text) > wildcardsMax) fault(context, text, 'CONFIG_FORMAT');
  })
  .meta({ widget: 'text' });

export const fileConfig = configObject({
  include: field(z.array(glob).min(1).max(globsMax), 'list', { options: 'read-roots' }, { bounds: { min: 1, max: globsMax } }),
  exclude: field(z.array(glob).max(globsMax), 'list', { default: [] }, { bounds: { min: 0, max: globsMax } }),
  startAt: choiceField(['beginning', 'end'], { default: 'end' }),
  ignoreOlder: durationField({ optional: true, min: '1s', max: '365d', advanced: true }),
  framing: choiceField(['newline', 'delimiter', 'nul'], { default: 'newline', advanced: true }),
  delimiter: delimiterField({ when: { field: 'framing', in: ['delimiter'] }, advanced: true }),
  compressed: booleanField({ default: true, advanced: true }),
  poll: durationField({ default: '250ms', min: '50ms', max: '1h', group: 'following', advanced: true }),
  maxOpen: integerField({ default: 256, min: 1, max: 4096, group: 'following', advanced: true }),
  closeIdle: durationField({ default: '5m', min: '1s', max: '24h', group: 'following', advanced: true }),
  ...decodeFields({ formats: lineFormats, format: 'text' }),
  ...csvFields(),
  multiLine: multiLineField(),
  ...intakeFields(),
});

export type FileListenerConfig = z.infer<typeof fileConfig>;
