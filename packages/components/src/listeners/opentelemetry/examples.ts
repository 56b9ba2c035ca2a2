import type { Example } from '@acequia/component-sdk/definition';
import { openTelemetryConfig, type OpenTelemetryConfig } from './config.ts';

export const openTelemetryExamples: readonly Example<OpenTelemetryConfig>[] = [
  {
    name: { en: 'Everything, on the usual ports', es: 'Todo, en los puertos habituales' },
    config: openTelemetryConfig.parse({}),
  },
  {
    name: { en: 'Logs over HTTP with a bearer token', es: 'Logs por HTTP con token de portador' },
    config: openTelemetryConfig.parse({
      signals: ['logs'],
      protocols: ['protobuf', 'json'],
      auth: 'bearer',
      tokens: [{ name: 'collector', token: 'SE_token' }],
    }),
  },
  {
    name: { en: 'gRPC with client certificates', es: 'gRPC con certificados de cliente' },
    config: openTelemetryConfig.parse({
      protocols: ['grpc'],
      tls: true,
      certificate: 'SE_certificate',
      privateKey: 'SE_key',
      caChain: 'SE_ca',
      clientAuth: 'require-and-verify',
    }),
  },
];
