import { frameFlags } from '@acequia/batch';
import type { CutMessage, MessageLimits } from '@acequia/component-sdk/runtime';
import { frameRequest } from '../../formats/otlp/frame-request.ts';
import { protobufOfJson } from '../../formats/otlp/json-request.ts';
import type { Signal } from '../../formats/otlp/signals.ts';
import type { OpenTelemetryConfig } from './config.ts';
import { signalAttribute } from './decoder.ts';

/** The member every request of a signal begins with (OTLP specification, "JSON Protobuf Encoding"). */
const members = { resourceLogs: 'logs', resourceMetrics: 'metrics', resourceSpans: 'traces' } as const;

/** A request as a person has it: OTLP/JSON. What names no signal is taken for logs. */
export function cutRequestText(_config: OpenTelemetryConfig, body: Uint8Array, { maxEventBytes }: MessageLimits): CutMessage {
  const first = /^\s*\{\s*"(\w+)"/.exec(Buffer.from(body).toString())?.[1] ?? '';
  const signal: Signal = Object.hasOwn(members, first) ? members[first as keyof typeof members] : 'logs';
  const attributes = { [signalAttribute]: signal };
  const read = protobufOfJson(signal, body);
  if ('code' in read) {
    const { code } = read;
    return { bytes: body, frames: Uint32Array.of(0, body.length, frameFlags.rejected), count: 1, rejectCode: () => code, attributes };
  }
  const { bytes, frames, count, codeOf } = frameRequest(signal, read.bytes, maxEventBytes);
  return { bytes, frames, count, rejectCode: codeOf, attributes };
}
