import {
  choiceField,
  choicesField,
  configObject,
  httpAuthInFields,
  intakeFields,
  portField,
  sizeField,
  socketFields,
  textField,
  tlsServerFields,
} from '@acequia/component-sdk/definition';
import type * as z from 'zod';
import { signals } from '../../formats/otlp/signals.ts';

const { port: _, ...socket } = socketFields({ port: 4318 });
const { onOversize: _oversize, keepRaw: _raw, ...intake } = intakeFields();

/** Requests are binary and cut only between records, so the intake's choices for text do not apply. A signature over the body is none of OTLP's ways. */
export const openTelemetryConfig = configObject({
  signals: choicesField(signals, { default: ['logs', 'metrics', 'traces'], min: 1 }),
  protocols: choicesField(['protobuf', 'json', 'grpc'], { default: ['protobuf', 'json', 'grpc'], min: 1 }),
  httpPort: portField({ default: 4318, when: { field: 'protocols', in: ['protobuf', 'json'] }, group: 'socket' }),
  grpcPort: portField({ default: 4317, when: { field: 'protocols', in: ['grpc'] }, group: 'socket' }),
  ...socket,
  pathPrefix: textField({
    default: '/v1',
    min: 0,
    max: 256,
    pattern: /^(\/[A-Za-z0-9._~-]+)*$/,
    when: { field: 'protocols', in: ['protobuf', 'json'] },
    group: 'request',
    advanced: true,
  }),
  ...httpAuthInFields(),
  auth: choiceField(['none', 'basic', 'bearer', 'api-key'], { default: 'none', group: 'http-auth-in' }),
  maxBody: sizeField({ default: '20 MiB', min: '1 KiB', max: '100 MiB', group: 'limits', advanced: true }),
  ...tlsServerFields(),
  ...intake,
});

export type OpenTelemetryConfig = z.infer<typeof openTelemetryConfig>;

export const speaksHttp = (config: Pick<OpenTelemetryConfig, 'protocols'>): boolean =>
  config.protocols.includes('protobuf') || config.protocols.includes('json');

export const speaksGrpc = (config: Pick<OpenTelemetryConfig, 'protocols'>): boolean => config.protocols.includes('grpc');
