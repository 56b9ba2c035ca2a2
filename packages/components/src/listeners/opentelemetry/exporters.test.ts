import { OTLPLogExporter as GrpcLogs } from '@opentelemetry/exporter-logs-otlp-grpc';
import { OTLPLogExporter as JsonLogs } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtoLogs } from '@opentelemetry/exporter-logs-otlp-proto';
import { OTLPMetricExporter as GrpcMetrics } from '@opentelemetry/exporter-metrics-otlp-grpc';
import { OTLPMetricExporter as JsonMetrics } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPMetricExporter as ProtoMetrics } from '@opentelemetry/exporter-metrics-otlp-proto';
import { OTLPTraceExporter as GrpcTraces } from '@opentelemetry/exporter-trace-otlp-grpc';
import { OTLPTraceExporter as JsonTraces } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtoTraces } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { AggregationType, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { FakeIntake } from '@acequia/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { startOtlpListener } from '../../testing/otlp-listener.ts';
import { listenerHarness } from '../../testing/listener-harness.ts';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function started(harness = listenerHarness()) {
  const listener = await startOtlpListener({}, harness);
  stops.push(() => listener.running.stop());
  return listener;
}

type Listener = Awaited<ReturnType<typeof started>>;
const protocols = ['grpc', 'json', 'proto'] as const;
type Protocol = (typeof protocols)[number];

const cases = protocols.flatMap((protocol) => (['none', 'gzip'] as const).map((compression) => [protocol, compression] as const));

function options(listener: Listener, protocol: Protocol, compression: 'none' | 'gzip', path: string) {
  const url = protocol === 'grpc' ? `http://127.0.0.1:${listener.grpcPort}` : `http://127.0.0.1:${listener.httpPort}/v1/${path}`;
  return { url, compression: compression as never };
}

const resource = resourceFromAttributes({ 'service.name': 'shop', 'service.instances': 3 });
const sharedFields = { resource: { 'service.name': 'shop', 'service.instances': 3 }, scope_name: 'checkout', scope_version: '1.2.3' };

describe.each(cases)('official exporters over %s with compression %s', (protocol, compression) => {
  test('log records keep every member', async () => {
    const listener = await started();
    const Exporter = { grpc: GrpcLogs, json: JsonLogs, proto: ProtoLogs }[protocol];
    const exporter = new Exporter(options(listener, protocol, compression, 'logs'));
    const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] });
    const logger = provider.getLogger('checkout', '1.2.3');
    logger.emit({
      timestamp: [1_700_000_000, 123_456_789],
      observedTimestamp: [1_700_000_001, 5],
      severityNumber: 17,
      severityText: 'ERROR',
      eventName: 'order.failed',
      body: 'no stock ☂',
      attributes: {
        'order.id': 42,
        total: 9.5,
        paid: false,
        tags: ['a', 'b'],
        nested: { deep: { er: [1, 'x'] } },
        raw: Uint8Array.of(1, 255),
      },
    });
    logger.emit({ body: { kind: 'structured', list: [1, 2] }, attributes: {} });
    await provider.shutdown();

    const { events, rejected } = listener.decoded();
    expect(rejected).toEqual([]);
    expect(events.map((event) => event.fields)).toMatchObject([
      {
        signal: 'logs',
        ...sharedFields,
        observed_time: 1_700_000_001_000_000_005n,
        severity_number: 17,
        severity_text: 'ERROR',
        event_name: 'order.failed',
        body: 'no stock ☂',
        attributes: { 'order.id': 42, total: 9.5, paid: false, tags: ['a', 'b'], nested: { deep: { er: [1, 'x'] } }, raw: 'Af8=' },
      },
      { signal: 'logs', body: { kind: 'structured', list: [1, 2] }, attributes: {} },
    ]);
    expect(events[0]!.time).toBe(1_700_000_000_123_456_789n);
    expect(listener.intake.frames[0]!.meta.transport).toBe(protocol === 'grpc' ? 'grpc' : 'http');
  });

  test('spans keep ids, times, events, links and status', async () => {
    const listener = await started();
    const Exporter = { grpc: GrpcTraces, json: JsonTraces, proto: ProtoTraces }[protocol];
    const exporter = new Exporter(options(listener, protocol, compression, 'traces'));
    const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter })] });
    const tracer = provider.getTracer('checkout', '1.2.3');
    const linked = tracer.startSpan('before').spanContext();
    const span = tracer.startSpan('GET /orders', {
      kind: 1,
      startTime: [1_700_000_000, 1],
      attributes: { 'http.status': 500 },
      links: [{ context: linked, attributes: { why: 'retry' } }],
    });
    span.addEvent('exception', { message: 'boom "quoted"' }, [1_700_000_000, 500]);
    span.setStatus({ code: 2, message: 'failed' });
    span.end([1_700_000_002, 3]);
    await provider.shutdown();

    const { events, rejected } = listener.decoded();
    expect(rejected).toEqual([]);
    expect(events.map((event) => event.fields)).toEqual([
      {
        signal: 'traces',
        ...sharedFields,
        trace_id: span.spanContext().traceId,
        span_id: span.spanContext().spanId,
        name: 'GET /orders',
        kind: 'server',
        start_time: 1_700_000_000_000_000_001n,
        end_time: 1_700_000_002_000_000_003n,
        duration_ns: 2_000_000_002,
        status_code: 'error',
        status_message: 'failed',
        attributes: { 'http.status': 500 },
        events: [{ time: '2023-11-14T22:13:20.000000500Z', name: 'exception', attributes: { message: 'boom "quoted"' } }],
        links: [{ trace_id: linked.traceId, span_id: linked.spanId, attributes: { why: 'retry' } }],
      },
    ]);
    expect(events[0]!.time).toBe(1_700_000_000_000_000_001n);
  });

  test('metrics become one event per data point', async () => {
    const listener = await started();
    const Exporter = { grpc: GrpcMetrics, json: JsonMetrics, proto: ProtoMetrics }[protocol];
    const exporter = new Exporter(options(listener, protocol, compression, 'metrics'));
    const provider = new MeterProvider({
      resource,
      readers: [new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 })],
      views: [{ instrumentName: 'spread', aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM } }],
    });
    const meter = provider.getMeter('checkout', '1.2.3');
    const counter = meter.createCounter('orders', { unit: '{order}' });
    counter.add(3, { shop: 'a' });
    counter.add(4, { shop: 'b' });
    meter.createGauge('load').record(0.25);
    const latency = meter.createHistogram('latency', { unit: 'ms', advice: { explicitBucketBoundaries: [10, 20] } });
    for (const value of [5, 15, 15, 100]) latency.record(value);
    meter.createHistogram('spread').record(4);
    await provider.shutdown();

    const { events, rejected } = listener.decoded();
    expect(rejected).toEqual([]);
    const by = (name: string) => events.map((event) => event.fields).filter((fields) => fields['metric_name'] === name);
    const common = { signal: 'metrics', ...sharedFields };
    expect(by('orders').map((fields) => [fields['attributes'], fields['value'] ?? fields['value_int']])).toEqual([
      [{ shop: 'a' }, 3],
      [{ shop: 'b' }, 4],
    ]);
    expect(by('orders')[0]).toMatchObject({
      ...common,
      metric_type: 'sum',
      metric_unit: '{order}',
      temporality: 'cumulative',
      monotonic: true,
    });
    expect(by('load')).toMatchObject([{ ...common, metric_type: 'gauge', value: 0.25, attributes: {} }]);
    expect(by('latency')).toMatchObject([
      { metric_type: 'histogram', count: 4, sum: 135, min: 5, max: 100, bounds: [10, 20], bucket_counts: [1, 2, 1] },
    ]);
    expect(by('spread')).toMatchObject([
      { metric_type: 'exponential_histogram', count: 1, sum: 4, exponential: { zero_count: 0, positive: { bucket_counts: [1] } } },
    ]);
    expect(events.every((event) => event.time !== undefined && !event.flags.includes('time_from_receipt'))).toBe(true);
  });
});

test.each(['json', 'proto'] as const)('Retry-After over %s is honoured: the exporter sends again and nothing is lost', async (protocol) => {
  const intake = new FakeIntake();
  let asked = 0;
  Object.defineProperty(intake, 'busy', { get: () => (asked++ === 0 ? 'behind' : false) });
  const listener = await started(listenerHarness({ intake }));
  const Exporter = { json: JsonLogs, proto: ProtoLogs }[protocol];
  const exporter = new Exporter(options(listener, protocol, 'none', 'logs'));
  const provider = new LoggerProvider({ resource, processors: [new BatchLogRecordProcessor({ exporter })] });
  provider.getLogger('checkout').emit({ body: 'again' });
  await provider.shutdown();
  expect(asked).toBe(2);
  expect(listener.decoded().events.map((event) => event.fields['body'])).toEqual(['again']);
});
