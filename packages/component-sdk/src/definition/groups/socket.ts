import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { choiceField, integerField, textField } from '../plain-fields.ts';
import { cidrsField, durationField, portField } from '../unit-fields.ts';

/** Group `socket`: where a push listener is bound and who may connect. */
export const socketFields = <P extends number>(options: { readonly port: P }) => ({
  bind: textField({ default: '0.0.0.0', max: 64, group: 'socket', advanced: true, pattern: /^[0-9A-Fa-f:.]+$/ }),
  port: portField({ default: options.port, group: 'socket' }),
  maxConnections: integerField({ default: 1000, min: 1, max: 50_000, group: 'socket', advanced: true }),
  idleTimeout: durationField({ default: '5m', min: '1s', max: '24h', group: 'socket', advanced: true }),
  proxyProtocol: choiceField(['off', 'v1', 'v2', 'auto'], { default: 'off', group: 'socket', advanced: true }),
  loadBalancers: cidrsField({
    default: [],
    when: { field: 'proxyProtocol', in: ['v1', 'v2', 'auto'] },
    group: 'socket',
    advanced: true,
  }),
  allowFrom: cidrsField({ default: [], group: 'socket', advanced: true }),
});

export type SocketConfig = z.infer<z.ZodObject<ReturnType<typeof socketFields>>>;

export const socketText: FieldsText<SocketConfig> = {
  bind: {
    label: { en: 'Bind address', es: 'Dirección de escucha' },
    help: { en: 'Use :: for IPv4 and IPv6.', es: 'Usa :: para IPv4 e IPv6.' },
  },
  port: { label: { en: 'Port', es: 'Puerto' }, help: { en: 'Unique per cluster and protocol.', es: 'Único por clúster y protocolo.' } },
  maxConnections: { label: { en: 'Connections at once', es: 'Conexiones simultáneas' } },
  idleTimeout: {
    label: { en: 'Close idle connections after', es: 'Cerrar conexiones inactivas tras' },
    help: {
      en: 'A sender that sends nothing for longer is disconnected, unless it waits for an answer.',
      es: 'Se desconecta a quien pase más tiempo sin enviar nada, salvo que espere una respuesta.',
    },
  },
  proxyProtocol: {
    label: { en: 'PROXY protocol', es: 'Protocolo PROXY' },
    help: {
      en: 'Turn on only behind a load balancer that sends it; it then names the true sender.',
      es: 'Actívalo solo detrás de un balanceador que lo envíe; así se conoce el emisor real.',
    },
    options: {
      off: { en: 'Off', es: 'Desactivado' },
      v1: { en: 'Version 1', es: 'Versión 1' },
      v2: { en: 'Version 2', es: 'Versión 2' },
      auto: { en: 'Recognize the version', es: 'Reconocer la versión' },
    },
  },
  loadBalancers: {
    label: { en: 'Load balancers', es: 'Balanceadores' },
    help: {
      en: 'Only these may connect and name a sender. Empty lets everyone name one.',
      es: 'Solo ellos pueden conectarse e indicar un emisor. Vacío permite a todos indicarlo.',
    },
  },
  allowFrom: {
    label: { en: 'Allow only from', es: 'Permitir solo desde' },
    help: {
      en: 'Networks of senders, such as 10.0.0.0/8. Empty lets everyone in.',
      es: 'Redes de los emisores, como 10.0.0.0/8. Vacío permite a todos.',
    },
  },
};
