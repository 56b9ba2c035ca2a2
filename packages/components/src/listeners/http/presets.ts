import type { ListenerPreset } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { httpConfig } from './config.ts';

/** One-way TLS: the listener shows a certificate, senders show none and prove themselves by a credential. */
export const httpPresets: readonly ListenerPreset<z.input<typeof httpConfig>>[] = [
  {
    id: 'http-standard-inbound',
    name: { en: 'HTTP standard inbound', es: 'HTTP de entrada estándar' },
    summary: {
      en: 'Takes events over HTTPS with your certificate; senders need none.',
      es: 'Recibe eventos por HTTPS con tu certificado; los emisores no necesitan ninguno.',
    },
    config: { port: 8443, tls: true, clientAuth: 'none', auth: 'bearer' },
    hidden: [
      'tls',
      'clientAuth',
      'caChain',
      'minVersion',
      'proxyProtocol',
      'loadBalancers',
      'idleTimeout',
      'maxConnections',
      'methods',
      'jsonPath',
      'inherit',
      'maxBody',
      'maxDecoded',
      'captureHeaders',
      'headerNames',
      'trustedProxies',
      'forwardedHeader',
      'handshake',
      'cors',
      'successStatus',
      'responseBody',
      'charset',
      'onInvalid',
      'timeField',
      'timeFormat',
      'timezone',
      'ackWhen',
      'onOversize',
      'keepRaw',
    ],
  },
];
