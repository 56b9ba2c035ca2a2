import { defineListener } from '@acequia/component-sdk/definition';
import { fieldSet, type KnownType } from '@acequia/event';
import { syslogConfig } from './config.ts';
import { syslogExamples } from './examples.ts';
import { sendCommands } from './send-commands.ts';
import { syslogText } from './text.ts';

const common: Readonly<Record<string, KnownType>> = { facility: 'integer', severity: 'integer' };
const headers: Readonly<Record<string, KnownType>> = {
  facility_name: 'string',
  severity_name: 'string',
  timestamp: 'timestamp',
  hostname: 'string',
  app_name: 'string',
  proc_id: 'string',
};

export const syslogListener = defineListener({
  kind: 'listener',
  id: 'syslog',
  version: '1.0.0',
  delivery: 'push',
  config: syslogConfig,
  text: syslogText,
  overview: (config, language) => [
    `${config.transport === 'both' ? 'TCP + UDP' : config.transport.toUpperCase()}${config.tls ? ' · TLS' : ''} · ${config.port}`,
    syslogText.fields.standard.options[config.standard][language],
  ],
  outputs: (config) => {
    if (config.standard === 'none') return fieldSet({ message: 'string' });
    const modern: Readonly<Record<string, KnownType>> =
      config.standard === 'rfc3164' ? {} : { version: 'integer', msg_id: 'string', structured_data: 'json' };
    return fieldSet({ ...common, ...headers, ...modern, message: 'string' });
  },
  binds: (config) => [
    ...(config.transport === 'udp' ? [] : [{ protocol: 'tcp' as const, port: config.port, tls: config.tls }]),
    ...(config.transport === 'tcp' ? [] : [{ protocol: 'udp' as const, port: config.port, tls: false }]),
  ],
  sendCommands,
  examples: syslogExamples,
});
