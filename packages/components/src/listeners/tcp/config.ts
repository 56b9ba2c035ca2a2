import {
  choiceField,
  configObject,
  decodeFields,
  intakeFields,
  multiLineField,
  socketFields,
  templateField,
  tlsServerFields,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { lineFormats } from '../../formats/line-formats.ts';
import { delimiterField } from '../../framings/delimiter-field.ts';
import { csvFields } from '../csv-fields.ts';

export const tcpConfig = configObject({
  ...socketFields({ port: 5140 }),
  framing: choiceField(['newline', 'delimiter', 'octet-counting', 'length-prefix', 'nul'], { default: 'newline' }),
  delimiter: delimiterField({ when: { field: 'framing', in: ['delimiter'] } }),
  prefixBytes: choiceField(['1', '2', '4'], { default: '4', when: { field: 'framing', in: ['length-prefix'] } }),
  endian: choiceField(['big', 'little'], { default: 'big', when: { field: 'prefixBytes', in: ['2', '4'] } }),
  ...decodeFields({ formats: lineFormats, format: 'text' }),
  ...csvFields(),
  reply: templateField({ optional: true, max: 256, group: 'reply', advanced: true }),
  ...tlsServerFields(),
  multiLine: multiLineField(),
  ...intakeFields(),
});

export type TcpConfig = z.infer<typeof tcpConfig>;
