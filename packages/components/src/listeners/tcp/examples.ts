import type { Example } from '@acequia/component-sdk/definition';
import { tcpConfig, type TcpConfig } from './config.ts';

export const tcpExamples: readonly Example<TcpConfig>[] = [
  { name: { en: 'Lines of text', es: 'Líneas de texto' }, config: tcpConfig.parse({}) },
  {
    name: { en: 'JSON lines over TLS with client certificates', es: 'Líneas JSON por TLS con certificados de cliente' },
    config: tcpConfig.parse({
      port: 6140,
      format: 'json',
      tls: true,
      certificate: 'SE_certificate',
      privateKey: 'SE_key',
      caChain: 'SE_ca',
      clientAuth: 'require-and-verify',
    }),
  },
  {
    name: { en: 'Length before each message, answered', es: 'Longitud ante cada mensaje, con respuesta' },
    config: tcpConfig.parse({ port: 5141, framing: 'length-prefix', prefixBytes: '4', reply: 'OK ${count}\n' }),
  },
  {
    name: { en: 'CSV with a header row', es: 'CSV con fila de cabecera' },
    config: tcpConfig.parse({ port: 5142, format: 'csv', csvSeparator: ';', timeField: 'date', timezone: 'Europe/Madrid' }),
  },
];
