import { httpAuthInText, intakeText, socketText, tlsServerText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import type { OpenTelemetryConfig } from './config.ts';

const { port: _, ...socket } = socketText;
const { onOversize: _oversize, keepRaw: _raw, ...intake } = intakeText;

export const openTelemetryText: ComponentText<OpenTelemetryConfig> = {
  title: { en: 'OpenTelemetry', es: 'OpenTelemetry' },
  summary: {
    en: 'Logs, metrics and traces over OTLP, by HTTP and gRPC, from SDKs, agents and collectors.',
    es: 'Logs, métricas y trazas por OTLP, con HTTP y gRPC, de SDK, agentes y colectores.',
  },
  groups: {
    limits: { en: 'Limits', es: 'Límites' },
    request: { en: 'Request', es: 'Petición' },
  },
  fields: {
    signals: {
      label: { en: 'Signals', es: 'Señales' },
      options: {
        logs: { en: 'Logs', es: 'Logs' },
        metrics: { en: 'Metrics', es: 'Métricas' },
        traces: { en: 'Traces', es: 'Trazas' },
      },
    },
    protocols: {
      label: { en: 'Protocols', es: 'Protocolos' },
      help: {
        en: 'Without gRPC, or without both HTTP forms, that port stays closed.',
        es: 'Sin gRPC, o sin las dos formas de HTTP, ese puerto no se abre.',
      },
      options: {
        protobuf: { en: 'HTTP with protobuf', es: 'HTTP con protobuf' },
        json: { en: 'HTTP with JSON', es: 'HTTP con JSON' },
        grpc: { en: 'gRPC', es: 'gRPC' },
      },
    },
    httpPort: { label: { en: 'HTTP port', es: 'Puerto HTTP' }, help: socketText.port.help! },
    grpcPort: { label: { en: 'gRPC port', es: 'Puerto gRPC' }, help: socketText.port.help! },
    ...socket,
    pathPrefix: {
      label: { en: 'Path before the signal', es: 'Ruta antes de la señal' },
      help: { en: 'With /v1, logs are sent to /v1/logs.', es: 'Con /v1, los logs se envían a /v1/logs.' },
    },
    ...httpAuthInText,
    auth: {
      label: httpAuthInText.auth.label,
      help: { en: 'With gRPC, credentials travel as metadata.', es: 'Con gRPC, las credenciales viajan como metadatos.' },
      options: {
        none: httpAuthInText.auth.options.none,
        basic: httpAuthInText.auth.options.basic,
        bearer: httpAuthInText.auth.options.bearer,
        'api-key': httpAuthInText.auth.options['api-key'],
      },
    },
    maxBody: {
      label: { en: 'Largest request', es: 'Petición máxima' },
      help: { en: 'As sent, and after decompression.', es: 'Tal como llega y también tras descomprimir.' },
    },
    ...tlsServerText,
    ...intake,
  },
};
