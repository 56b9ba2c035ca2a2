import type { Example } from '@acequia/component-sdk/definition';
import { syslogConfig, type SyslogConfig } from './config.ts';

export const syslogExamples: readonly Example<SyslogConfig>[] = [
  { name: { en: 'Everything on one port', es: 'Todo en un puerto' }, config: syslogConfig.parse({}) },
  {
    name: { en: 'TLS with client certificates', es: 'TLS con certificados de cliente' },
    config: syslogConfig.parse({
      transport: 'tcp',
      port: 6514,
      framing: 'octet-counting',
      standard: 'rfc5424',
      tls: true,
      certificate: 'SE_certificate',
      privateKey: 'SE_key',
      caChain: 'SE_ca',
      clientAuth: 'require-and-verify',
    }),
  },
  {
    name: { en: 'Stack traces over TCP', es: 'Trazas de error por TCP' },
    config: syslogConfig.parse({ transport: 'tcp', multiLine: { mode: 'continues', pattern: '^\\s' } }),
  },
];
