import { frameFlags } from '@acequia/batch';
import { cutRequest } from './cut-request.ts';
import { isEnvelope, requestEnvelopes, type Envelope } from './envelopes.ts';
import type { Signal } from './signals.ts';
import { Verifier, type OtlpFault } from './verify.ts';
import { WireReader } from './wire-reader.ts';

export type RecordFault = OtlpFault | 'LIMIT_EVENT_SIZE';

/** A request as it goes to the journal, with the verdict over each of its records. */
export interface FramedRequest {
  /** What `frames` points into: the request, or what it was cut into. */
  readonly bytes: Uint8Array;
  /** (offset, length, flags of `frameFlags`) triples: the request as one frame, or several when it is larger than a frame may be; then each refused record. */
  readonly frames: Uint32Array;
  readonly count: number;
  /** Why a frame was refused, by its index. */
  readonly codeOf: (frame: number) => string | undefined;
  /** Log records, spans or data points. */
  readonly accepted: number;
  readonly rejected: number;
  /** The first reason of a refusal. */
  readonly firstFault: string | undefined;
}

/** A refused record: its range in the request, without its tag. */
export interface RefusedRecord {
  readonly start: number;
  readonly stop: number;
  readonly code: RecordFault;
}

/** Refused records that are kept one by one; of more, the rest is only counted. */
const keptMax = 1000;

/**
 * Judges a request in protobuf before it is answered (engine decisions 8, 9). A fault inside a record refuses that record
 * alone; one outside of records refuses the request, as one frame.
 */
export function frameRequest(signal: Signal, bytes: Uint8Array, maxFrameBytes: number): FramedRequest {
  const reader = new WireReader(bytes);
  const verifier = new Verifier(reader);
  const refused: RefusedRecord[] = [];
  let accepted = 0;
  let rejected = 0;

  const refuse = (start: number, stop: number, code: RecordFault) => {
    rejected++;
    if (refused.length < keptMax) refused.push({ start, stop, code });
  };

  function walk(envelope: Envelope, start: number, stop: number): OtlpFault | undefined {
    const { at, end } = reader;
    reader.range(start, stop);
    let fault: OtlpFault | undefined;
    while (fault === undefined && reader.next()) {
      const child = envelope.children.get(reader.field);
      if (child === undefined || reader.wire !== 2) fault = verifier.field(envelope.message);
      else if (isEnvelope(child)) fault = walk(child, reader.start, reader.stop);
      else {
        const { start: from, stop: to } = reader;
        const code = verifier.message(child, from, to);
        if (code === undefined) accepted++;
        else refuse(from, to, code);
      }
    }
    if (reader.fault) fault ??= 'DECODE_PROTOBUF';
    if (fault === undefined) reader.range(at, end);
    return fault;
  }

  const fault = walk(requestEnvelopes[signal], 0, bytes.length);
  if (fault !== undefined) {
    return {
      bytes,
      frames: Uint32Array.of(0, bytes.length, frameFlags.rejected),
      count: 1,
      codeOf: () => fault,
      accepted: 0,
      rejected: Math.max(1, accepted + rejected),
      firstFault: fault,
    };
  }
  if (bytes.length <= maxFrameBytes) {
    const whole = accepted === 0 ? [] : [{ offset: 0, length: bytes.length }];
    return result(bytes, whole, rejected, refused, accepted);
  }
  const cut = cutRequest(signal, bytes, maxFrameBytes, new Set(refused.map((record) => record.start)), (start, stop) => {
    accepted--;
    refuse(start, stop, 'LIMIT_EVENT_SIZE');
  });
  // The refused records follow the frames, so that all lie in one piece.
  const kept = refused.map((record) => {
    const start = cut.writer.size;
    cut.writer.raw(bytes, record.start, Math.min(record.stop, record.start + maxFrameBytes));
    return { ...record, start, stop: cut.writer.size };
  });
  return result(cut.writer.bytes, cut.frames, rejected, kept, accepted);
}

function result(
  bytes: Uint8Array,
  whole: readonly { readonly offset: number; readonly length: number }[],
  rejected: number,
  refused: readonly RefusedRecord[],
  accepted: number,
): FramedRequest {
  const good = rejected === 0 ? frameFlags.checked : 0;
  const frames = Uint32Array.from([
    ...whole.flatMap(({ offset, length }) => [offset, length, good]),
    ...refused.flatMap(({ start, stop }) => [start, stop - start, frameFlags.rejected]),
  ]);
  return {
    bytes,
    frames,
    count: whole.length + refused.length,
    codeOf: (frame) => refused[frame - whole.length]?.code,
    accepted,
    rejected,
    firstFault: refused[0]?.code,
  };
}
