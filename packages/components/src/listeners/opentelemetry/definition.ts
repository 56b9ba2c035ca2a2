import { defineListener } from '@acequia/component-sdk/definition';
import { fieldSet, type KnownType } from '@acequia/event';
import { openTelemetryConfig, speaksGrpc, speaksHttp, type OpenTelemetryConfig } from './config.ts';
import { openTelemetryExamples } from './examples.ts';
import { openTelemetryPresets } from './presets.ts';
import { followBind, openListenerFaults } from '../open-listener.ts';
import { sendCommands } from './send-commands.ts';
import { openTelemetryText } from './text.ts';

type Fields = Readonly<Record<string, KnownType>>;

const shared: Fields = { signal: 'string', resource: 'json', attributes: 'json', scope_name: 'string', scope_version: 'string' };

const ofSignal: Readonly<Record<OpenTelemetryConfig['signals'][number], Fields>> = {
  logs: {
    body: 'unknown',
    severity_number: 'integer',
    severity_text: 'string',
    trace_id: 'string',
    span_id: 'string',
    flags: 'integer',
    event_name: 'string',
    observed_time: 'timestamp',
  },
  metrics: {
    metric_name: 'string',
    metric_type: 'string',
    metric_unit: 'string',
    value: 'float',
    value_int: 'integer',
    start_time: 'timestamp',
    temporality: 'string',
    monotonic: 'boolean',
    count: 'integer',
    sum: 'float',
    min: 'float',
    max: 'float',
    bounds: 'list<float>',
    bucket_counts: 'list<integer>',
    exponential: 'json',
    summary: 'json',
  },
  traces: {
    name: 'string',
    kind: 'string',
    trace_id: 'string',
    span_id: 'string',
    parent_span_id: 'string',
    start_time: 'timestamp',
    end_time: 'timestamp',
    duration_ns: 'integer',
    status_code: 'string',
    status_message: 'string',
    events: 'json',
    links: 'json',
  },
};

const address = (config: OpenTelemetryConfig) =>
  [
    ...(speaksHttp(config) ? [`${config.tls ? 'HTTPS' : 'HTTP'} · ${config.httpPort}`] : []),
    ...(speaksGrpc(config) ? [`gRPC · ${config.grpcPort}`] : []),
  ].join(' · ');

export const openTelemetryListener = defineListener({
  kind: 'listener',
  id: 'opentelemetry',
  version: '1.0.0',
  delivery: 'push',
  config: openTelemetryConfig,
  text: openTelemetryText,
  overview: (config, language) => [
    address(config),
    `${config.signals.map((signal) => openTelemetryText.fields.signals.options[signal][language]).join(', ')} · ${openTelemetryText.fields.auth.options[config.auth][language]}`,
  ],
  outputs: (config) => fieldSet(Object.assign({}, shared, ...config.signals.map((signal) => ofSignal[signal])) as Fields),
  binds: (config) => [
    ...(speaksHttp(config) ? [{ protocol: 'tcp' as const, port: config.httpPort, tls: config.tls }] : []),
    ...(speaksGrpc(config) ? [{ protocol: 'tcp' as const, port: config.grpcPort, tls: config.tls }] : []),
  ],
  begin: { auth: 'bearer' },
  follow: followBind,
  check: openListenerFaults,
  sendCommands,
  examples: openTelemetryExamples,
  presets: openTelemetryPresets,
});
