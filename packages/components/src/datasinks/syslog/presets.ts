import type { DatasinkPreset } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { syslogCreation, syslogNode } from './config.ts';

/** Undeliverable events leave by `fallback` with the assembled message instead of waiting (catalogue 8.4). */
export const syslogPresets: readonly DatasinkPreset<z.input<typeof syslogCreation>, z.input<typeof syslogNode>>[] = [
  {
    id: 'syslog-resilient',
    name: { en: 'Syslog resilient', es: 'Syslog resiliente' },
    summary: {
      en: 'Sends by syslog; what cannot be delivered leaves by a fallback port instead of waiting.',
      es: 'Envía por syslog; lo que no se puede entregar sale por un puerto fallback en vez de esperar.',
    },
    creation: { protocol: 'tcp', port: 514, framing: 'octet-counting' },
    node: { resilient: true, tries: 3, tryFor: '30s', field: 'syslog_message' },
    hidden: ['relp', 'buffer', 'writeTimeout', 'idleTimeout', 'connections', 'retry', 'resilient'],
  },
];
