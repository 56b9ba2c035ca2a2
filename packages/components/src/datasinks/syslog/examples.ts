import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { syslogCreation, syslogNode } from './config.ts';

export const syslogExamples: DatasinkDefinition<typeof syslogCreation, typeof syslogNode>['examples'] = [
  {
    name: { en: 'TCP with octet counting', es: 'TCP con conteo de octetos' },
    creation: { protocol: 'tcp', host: 'siem.example.com', port: 514, framing: 'octet-counting' },
    node: { message: '${message}' },
  },
  {
    name: {
      en: 'Syslog resilient: TLS, undelivered events leave by fallback',
      es: 'Syslog resiliente: TLS, lo no entregado sale por fallback',
    },
    creation: { protocol: 'tls', host: 'siem.example.com', port: 6514, framing: 'non-transparent', trailerCode: 10 },
    node: { message: '${message}', resilient: true },
  },
  {
    name: { en: 'Old devices over UDP, the line as it arrived', es: 'Equipos antiguos por UDP, la línea tal como llegó' },
    creation: { protocol: 'udp', host: '192.0.2.10', port: 514 },
    node: { standard: 'none' },
  },
];
