import type { ListenerPreset } from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import type { openTelemetryConfig } from './config.ts';

/** For people who look for the collector they already run. */
export const openTelemetryPresets: readonly ListenerPreset<z.input<typeof openTelemetryConfig>>[] = [
  {
    id: 'opentelemetry-collector',
    name: { en: 'OpenTelemetry Collector', es: 'OpenTelemetry Collector' },
    summary: {
      en: 'Takes what a collector exports over gRPC, with a token and your certificate.',
      es: 'Recibe lo que un colector exporta por gRPC, con token y tu certificado.',
    },
    config: { protocols: ['grpc'], tls: true, clientAuth: 'none', auth: 'bearer' },
    hidden: [
      'tls',
      'protocols',
      'pathPrefix',
      'httpPort',
      'clientAuth',
      'caChain',
      'minVersion',
      'proxyProtocol',
      'loadBalancers',
      'idleTimeout',
      'maxConnections',
      'maxBody',
      'ackWhen',
      'maxEvent',
    ],
  },
];
