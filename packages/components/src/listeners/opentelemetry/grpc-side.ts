import { isAppError } from '@acequia/base';
import { sizeBytes } from '@acequia/component-sdk/definition';
import { DeliveryError, IntakeBusy, type ListenerContext } from '@acequia/component-sdk/runtime';
import {
  bodyStatus,
  grpcStatus,
  startGrpcServer,
  type BodyErrorCode,
  type ByteHold,
  type GrpcAnswer,
  type GrpcCall,
  type GrpcServer,
  type GrpcStatus,
} from '@acequia/wire';
import type { Signal } from '../../formats/otlp/signals.ts';
import { socketOptions } from '../socket-options.ts';
import type { OpenTelemetryConfig } from './config.ts';
import { bodyTimeoutMs, type Doorkeeping } from './http-side.ts';
import { answerText, responseBytes } from './replies.ts';

const service = (noun: string, name: string) => `/opentelemetry.proto.collector.${noun}.v1.${name}Service/Export`;
const methods: Readonly<Record<string, Signal>> = {
  [service('logs', 'Logs')]: 'logs',
  [service('metrics', 'Metrics')]: 'metrics',
  [service('trace', 'Trace')]: 'traces',
};

const retryAfterMs = 1000;
const faultRetryAfterMs = 5000;

/** OTLP/gRPC (OTLP specification, "OTLP/gRPC"). */
export function startGrpcSide(config: OpenTelemetryConfig, ctx: ListenerContext, door: Doorkeeping): Promise<GrpcServer> {
  const maxBytes = sizeBytes(config.maxBody);
  const limits = { maxBytes, maxDecodedBytes: maxBytes, timeoutMs: bodyTimeoutMs, clock: ctx.clock };

  async function receive(call: GrpcCall, hold: ByteHold): Promise<GrpcAnswer> {
    const signal = methods[call.path];
    if (signal === undefined || !config.signals.includes(signal)) {
      door.refusals.refused('request', call.peer.ip);
      return refusal(grpcStatus.unimplemented, 'HTTP_PATH');
    }
    const blocked = door.gate.blockedSeconds(call.peer.ip);
    if (blocked > 0) {
      door.refusals.refused('blocked', call.peer.ip);
      return refusal(grpcStatus.resourceExhausted, 'HTTP_TOO_MANY_FAILURES', blocked * 1000);
    }
    const sender = door.authenticator.sender(call.metadata, undefined);
    if (sender === undefined) {
      door.gate.failed(call.peer.ip);
      door.refusals.refused('credentials', call.peer.ip);
      return refusal(grpcStatus.unauthenticated, 'HTTP_CREDENTIALS');
    }
    const { busy } = ctx.intake;
    if (busy !== false) return busyAnswer(busy, retryAfterMs);
    const body = await call.message(limits, hold);
    const verdict = await door.requests.take({
      signal,
      encoding: 'protobuf',
      body,
      transport: 'grpc',
      peer: call.peer,
      credential: sender.credential,
    });
    if (verdict.code !== undefined && verdict.accepted === 0) return refusal(grpcStatus.invalidArgument, verdict.code);
    return { status: grpcStatus.ok, message: responseBytes(verdict) };
  }

  async function handle(call: GrpcCall): Promise<GrpcAnswer> {
    const hold = door.bodies.open(call.peer.ip);
    try {
      return await receive(call, hold);
    } catch (error) {
      if (error instanceof IntakeBusy) return busyAnswer(error.reason, error.retryAfterMs);
      if (isAppError(error) && error.code === 'BODY_BUSY') return refusal(grpcStatus.unavailable, error.code, retryAfterMs);
      if (isAppError(error) && error.code in bodyStatus) {
        door.refusals.body(error.code as BodyErrorCode, call.peer.ip);
        return refusal(statusOf[error.code as BodyErrorCode], error.code);
      }
      if (error instanceof DeliveryError) return refusal(grpcStatus.unavailable, error.code, faultRetryAfterMs);
      ctx.log.error({ error }, 'request could not be handled');
      return refusal(grpcStatus.unavailable, 'HTTP_INTERNAL', faultRetryAfterMs);
    } finally {
      hold.release();
    }
  }

  return startGrpcServer(
    {
      ...socketOptions(config, ctx, config.grpcPort),
      refused: door.refusals.refused,
    },
    handle,
  );
}

/** A wait makes a refusal one that senders repeat: without RetryInfo, an exhausted resource is final. */
const refusal = (status: Exclude<GrpcStatus, 0>, code: string, waitMs?: number): GrpcAnswer => ({
  status,
  text: answerText(code),
  ...(waitMs === undefined ? {} : { retryAfterMs: waitMs }),
});

const busyAnswer = (reason: IntakeBusy['reason'], waitMs: number): GrpcAnswer =>
  reason === 'quota' ? refusal(grpcStatus.resourceExhausted, 'HTTP_QUOTA', waitMs) : refusal(grpcStatus.unavailable, 'HTTP_BUSY', waitMs);

const statusOf: Readonly<Record<BodyErrorCode, Exclude<GrpcStatus, 0>>> = {
  BODY_TOO_LARGE: grpcStatus.resourceExhausted,
  BODY_RATIO: grpcStatus.resourceExhausted,
  BODY_CORRUPT: grpcStatus.invalidArgument,
  BODY_ENCODING: grpcStatus.unimplemented,
  BODY_TIMEOUT: grpcStatus.deadlineExceeded,
  BODY_ABORTED: grpcStatus.invalidArgument,
  BODY_BUSY: grpcStatus.unavailable,
};
