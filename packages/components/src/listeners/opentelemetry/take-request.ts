import type { FrameMeta } from '@acequia/batch';
import type { ListenerContext } from '@acequia/component-sdk/runtime';
import type { Peer } from '@acequia/wire';
import { frameRequest } from '../../formats/otlp/frame-request.ts';
import { protobufOfJson } from '../../formats/otlp/json-request.ts';
import type { Signal } from '../../formats/otlp/signals.ts';
import { signalAttribute } from './decoder.ts';

/** Streams that requests take turns on. */
const streamsMax = 4;

export interface TakenRequest {
  readonly signal: Signal;
  readonly encoding: 'protobuf' | 'json';
  readonly body: Uint8Array;
  readonly transport: 'http' | 'https' | 'grpc';
  readonly peer: Peer;
  readonly credential: string | undefined;
}

/** What became of a request that is in the journal. */
export interface Verdict {
  readonly accepted: number;
  readonly rejected: number;
  /** Why the first one was refused; undefined when none was. */
  readonly code: string | undefined;
}

/** The way of a request into the journal, whatever protocol brought it. */
export interface RequestIntake {
  /** Resolves when the request is acknowledged. Rejects with `IntakeBusy` (ask the sender to try again). */
  take(request: TakenRequest): Promise<Verdict>;
  close(): void;
}

export function createRequestIntake(ctx: ListenerContext): RequestIntake {
  const streams = Array.from({ length: streamsMax }, () => ctx.intake.open());
  let turn = 0;

  return {
    async take({ signal, encoding, body, transport, peer, credential }) {
      const stream = streams[turn++ % streamsMax]!;
      const meta: FrameMeta = {
        receivedMs: ctx.clock.now(),
        transport,
        sourceIp: peer.ip,
        sourcePort: peer.port,
        ...(peer.tlsSubject === undefined ? {} : { tlsSubject: peer.tlsSubject }),
        ...(credential === undefined ? {} : { credential }),
        attributes: { [signalAttribute]: signal },
      };
      const read = encoding === 'json' ? protobufOfJson(signal, body) : { bytes: body };
      if ('code' in read) {
        stream.reject(body, read.code, meta);
        await stream.commit();
        return { accepted: 0, rejected: 1, code: read.code };
      }
      const framed = frameRequest(signal, read.bytes, ctx.intake.maxEventBytes);
      if (framed.count === 0) stream.empty(1);
      else await stream.submit({ bytes: framed.bytes, frames: framed.frames, count: framed.count, meta, rejectCode: framed.codeOf });
      return { accepted: framed.accepted, rejected: framed.rejected, code: framed.firstFault };
    },
    close() {
      for (const stream of streams) stream.close();
    },
  };
}
