import {
  batchFields,
  booleanField,
  choiceField,
  configObject,
  durationField,
  integerField,
  outputNameField,
  pemField,
  portField,
  queueFields,
  retryField,
  sizeField,
  templateField,
  textField,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { homeMetricsField } from '../../encoding/common-fields.ts';

const whenTls = { field: 'protocol', in: ['tls'] };
const onStream = { field: 'protocol', in: ['tcp', 'tls'] };
const tls = { group: 'tls-client', when: whenTls } as const;
const connection = { group: 'connection', advanced: true, when: onStream } as const;

export const syslogCreation = configObject({
  protocol: choiceField(['tcp', 'udp', 'tls'], {}),
  host: textField({ max: 253, pattern: /^[^\s/]+$/, leadsTo: 'host', clearCredential: 'CONFIG_HOST_CREDENTIALS' }),
  port: portField({}),
  relp: booleanField({ default: false, when: onStream }),
  framing: choiceField(['octet-counting', 'non-transparent'], { when: { field: 'relp', in: [false] } }),
  trailerCode: integerField({ min: 0, max: 255, when: { field: 'framing', in: ['non-transparent'] } }),
  caChain: pemField({ ...tls, optional: true }),
  clientCertificate: pemField({ ...tls, optional: true, advanced: true }),
  clientKey: pemField({ ...tls, optional: true, advanced: true }),
  serverName: textField({ ...tls, optional: true, max: 253, advanced: true }),
  verify: booleanField({ ...tls, default: true, advanced: true }),
  minVersion: choiceField(['1.0', '1.1', '1.2', '1.3'], { ...tls, default: '1.2', advanced: true }),
  buffer: sizeField({ ...connection, default: '64 KiB', min: '1 KiB', max: '16 MiB' }),
  writeTimeout: integerField({ ...connection, default: 5000, min: 100, max: 60_000 }),
  idleTimeout: integerField({ ...connection, default: 60_000, min: 0, max: 86_400_000 }),
  connections: integerField({ ...connection, default: 1, min: 1, max: 16 }),
  retry: retryField(),
  inHomeMetrics: homeMetricsField(),
});
export type SyslogCreation = z.infer<typeof syslogCreation>;

const header = { group: 'header', when: { field: 'standard', in: ['rfc5424', 'rfc3164'] } } as const;
const resilient = { group: 'resilient', when: { field: 'resilient', in: [true] } } as const;

export const syslogNode = configObject({
  standard: choiceField(['rfc5424', 'rfc3164', 'none'], { default: 'rfc5424' }),
  facility: templateField({ ...header, default: '1', max: 256 }),
  severity: templateField({ ...header, default: '6', max: 256 }),
  hostname: templateField({ ...header, default: '${hostname}', max: 1024 }),
  appName: templateField({ ...header, default: '${app_name}', max: 1024 }),
  procId: templateField({ ...header, optional: true, max: 1024 }),
  msgId: templateField({ group: 'header', when: { field: 'standard', in: ['rfc5424'] }, optional: true, max: 1024 }),
  time: templateField({ ...header, default: '${_time}', max: 1024 }),
  structuredData: templateField({ group: 'header', when: { field: 'standard', in: ['rfc5424'] }, optional: true }),
  message: templateField({ default: '${_raw}', max: 65_536 }),
  maxLength: sizeField({ optional: true, min: '480 B', max: '16 MiB', advanced: true }),
  onTooLong: choiceField(['truncate', 'reject'], { default: 'truncate', advanced: true }),
  resilient: booleanField({ default: false, group: 'resilient' }),
  tries: integerField({ ...resilient, default: 3, min: 1, max: 100 }),
  tryFor: durationField({ ...resilient, default: '30s', min: '1s', max: '1h' }),
  field: outputNameField({ ...resilient, default: 'syslog_message' }),
  ...queueFields(),
  ...batchFields({ maxEvents: 10_000, maxBytes: '1 MiB', maxWait: '200ms' }),
});
export type SyslogNode = z.infer<typeof syslogNode>;
