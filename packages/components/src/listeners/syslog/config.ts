import {
  booleanField,
  choiceField,
  configObject,
  intakeFields,
  integerField,
  multiLineField,
  socketFields,
  timezoneField,
  tlsServerFields,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';

export const syslogConfig = configObject({
  ...socketFields({ port: 5514 }),
  transport: choiceField(['tcp', 'udp', 'both'], { default: 'both' }),
  framing: choiceField(['auto', 'octet-counting', 'non-transparent'], {
    default: 'auto',
    when: { field: 'transport', in: ['tcp', 'both'] },
    advanced: true,
  }),
  trailer: choiceField(['lf', 'crlf', 'nul', 'custom'], {
    default: 'lf',
    when: { field: 'framing', in: ['auto', 'non-transparent'] },
    advanced: true,
  }),
  trailerCode: integerField({ when: { field: 'trailer', in: ['custom'] }, min: 0, max: 255, advanced: true }),
  standard: choiceField(['auto', 'rfc5424', 'rfc3164', 'none'], { default: 'auto' }),
  strict: booleanField({ default: false, advanced: true }),
  timezone: timezoneField({ default: 'UTC', advanced: true }),
  ...tlsServerFields(),
  multiLine: multiLineField(),
  ...intakeFields(),
});

export type SyslogConfig = z.infer<typeof syslogConfig>;
