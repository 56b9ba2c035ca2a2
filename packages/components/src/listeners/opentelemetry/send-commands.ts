import { shellQuoted, shellWord } from '../shell-words.ts';
import type { OpenTelemetryConfig } from './config.ts';

/** A first request of each signal; `$(date …)` makes it of now. */
const bodies: Readonly<Record<OpenTelemetryConfig['signals'][number], string>> = {
  logs: `{"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"demo"}}]},"scopeLogs":[{"logRecords":[{"timeUnixNano":"'$(date +%s)'000000000","severityNumber":9,"severityText":"INFO","body":{"stringValue":"Hello from curl"}}]}]}]}`,
  metrics: `{"resourceMetrics":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"demo"}}]},"scopeMetrics":[{"metrics":[{"name":"demo.value","unit":"1","gauge":{"dataPoints":[{"timeUnixNano":"'$(date +%s)'000000000","asDouble":21.5}]}}]}]}]}`,
  traces: `{"resourceSpans":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"demo"}}]},"scopeSpans":[{"spans":[{"traceId":"5b8efff798038103d269b633813fc60c","spanId":"eee19b7ec3c1b174","name":"hello","kind":2,"startTimeUnixNano":"'$(date +%s)'000000000","endTimeUnixNano":"'$(date +%s)'500000000"}]}]}]}`,
};

/** Commands that send one event of each signal, or the variables that point an SDK here. Secrets stand as `<path of the field>`. */
export function sendCommands(config: OpenTelemetryConfig, host: string): readonly { readonly tool: string; readonly command: string }[] {
  const name = host.includes(':') ? `[${host}]` : host;
  const scheme = config.tls ? 'https' : 'http';
  if (!config.protocols.includes('json')) {
    const grpc = config.protocols.includes('grpc');
    const endpoint = `${scheme}://${name}:${grpc ? config.grpcPort : config.httpPort}`;
    const headers = sdkHeaders(config);
    return [
      {
        tool: 'OpenTelemetry SDK',
        command: [
          `export OTEL_EXPORTER_OTLP_PROTOCOL=${grpc ? 'grpc' : 'http/protobuf'}`,
          `export OTEL_EXPORTER_OTLP_ENDPOINT=${shellWord(`${endpoint}${grpc ? '' : config.pathPrefix.replace(/\/v1$/, '')}`)}`,
          ...(headers === undefined ? [] : [...basicPair(config), `export OTEL_EXPORTER_OTLP_HEADERS=${headers}`]),
          ...(config.tls ? ['export OTEL_EXPORTER_OTLP_CERTIFICATE=ca.pem'] : []),
        ].join('\n'),
      },
    ];
  }
  const key = config.auth === 'api-key' && config.keyIn === 'query' ? `?${encodeURIComponent(config.keyName)}=<keys.0.key>` : '';
  const options = [...(config.tls ? ['--cacert ca.pem'] : []), ...curlCredentials(config)].map((option) => ` ${option}`).join('');
  const curls = config.signals.map((signal) => ({
    tool: config.signals.length === 1 ? 'curl' : `curl (${signal})`,
    command: `curl${options} -H 'Content-Type: application/json' --data-binary '${bodies[signal]}' ${shellQuoted(`${scheme}://${name}:${config.httpPort}${config.pathPrefix}/${signal}${key}`)}`,
  }));
  return [
    ...curls,
    ...(config.tls || config.pathPrefix !== '/v1' || key !== '' ? [] : [collector(config, `http://${name}:${config.httpPort}`)]),
  ];
}

/** A Collector that follows a file. Newer releases take these names as aliases: `otlphttp` from 0.144 on, `filelog` from 0.149 on. */
function collector(config: OpenTelemetryConfig, endpoint: string): { readonly tool: string; readonly command: string } {
  const header =
    config.auth === 'bearer'
      ? `{Authorization: "Bearer <tokens.0.token>"}`
      : config.auth === 'api-key'
        ? `{${JSON.stringify(config.keyName)}: "<keys.0.key>"}`
        : config.auth === 'basic'
          ? `{Authorization: "Basic $BASIC"}`
          : undefined;
  return {
    tool: 'OpenTelemetry Collector',
    command: [
      ...basicPair(config),
      `cat > collector-to-acequia.yaml <<${config.auth === 'basic' ? 'END' : `'END'`}`,
      'receivers:',
      '  filelog: {include: [to-acequia.log], start_at: beginning}',
      'exporters:',
      '  otlphttp:',
      `    endpoint: ${endpoint}`,
      ...(header === undefined ? [] : [`    headers: ${header}`]),
      'service:',
      '  pipelines:',
      '    logs: {receivers: [filelog], exporters: [otlphttp]}',
      'END',
      `echo 'Hello from the Collector' >> to-acequia.log`,
      'otelcol-contrib --config collector-to-acequia.yaml',
    ].join('\n'),
  };
}

function curlCredentials(config: OpenTelemetryConfig): string[] {
  switch (config.auth) {
    case 'basic':
      return [`-u ${shellQuoted(`${config.users?.[0]?.username ?? 'user'}:<users.0.password>`)}`];
    case 'bearer':
      return ['-H "Authorization: Bearer <tokens.0.token>"'];
    case 'api-key':
      return config.keyIn === 'header' ? [`-H ${shellQuoted(`${config.keyName}: <keys.0.key>`)}`] : [];
    case 'none':
      return [];
  }
}

function sdkHeaders(config: OpenTelemetryConfig): string | undefined {
  switch (config.auth) {
    case 'basic':
      return '"Authorization=Basic $BASIC"';
    case 'bearer':
      return '"Authorization=Bearer <tokens.0.token>"';
    case 'api-key':
      return shellQuoted(`${config.keyName}=<keys.0.key>`);
    case 'none':
      return undefined;
  }
}

/** The line that computes `$BASIC`; none where nobody needs it. */
const basicPair = (config: OpenTelemetryConfig): string[] =>
  config.auth === 'basic'
    ? [`BASIC=$(printf %s ${shellQuoted(`${config.users?.[0]?.username ?? 'user'}:<users.0.password>`)} | base64 -w0)`]
    : [];
