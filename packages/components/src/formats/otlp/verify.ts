import { jsonLimits } from '@acequia/event';
import { wireOf, type FieldSpec, type MessageSpec } from './messages.ts';
import { wireTypes, type WireReader } from './wire-reader.ts';

export type OtlpFault = 'DECODE_PROTOBUF' | 'DECODE_JSON_DEPTH' | 'DECODE_JSON_MEMBERS' | 'LIMIT_ELEMENTS';

/** Elements of a list (catalogue 0.4). */
const elementsMax = 10_000;

/**
 * Walks a message against its description, once: wire types, lengths, and the limits of what becomes of it (depth and
 * members of json, elements of lists). Unknown fields are skipped.
 */
export class Verifier {
  readonly #reader: WireReader;
  #members = 0;

  constructor(reader: WireReader) {
    this.#reader = reader;
  }

  /** What is wrong with the message in this range. Leaves the reader's range as it found it. */
  message(spec: MessageSpec, start: number, stop: number): OtlpFault | undefined {
    this.#members = 0;
    return this.#inside(spec, start, stop, 1);
  }

  /** What is wrong with the field the reader stands at. */
  field(spec: MessageSpec): OtlpFault | undefined {
    this.#members = 0;
    return this.#field(spec, 1, 0);
  }

  #inside(spec: MessageSpec, start: number, stop: number, depth: number): OtlpFault | undefined {
    const reader = this.#reader;
    const { at, end } = reader;
    reader.range(start, stop);
    let fault: OtlpFault | undefined;
    let elements = 0;
    while (fault === undefined && reader.next()) fault = this.#field(spec, depth, elements++);
    if (reader.fault) {
      reader.fault = false;
      fault ??= 'DECODE_PROTOBUF';
    }
    reader.range(at, end);
    return fault;
  }

  #field(parent: MessageSpec, depth: number, elements: number): OtlpFault | undefined {
    const reader = this.#reader;
    const spec = parent.byNumber[reader.field];
    if (spec === undefined) return undefined;
    if (reader.wire !== wireOf(spec.kind)) {
      if (!spec.repeated || reader.wire !== wireTypes.bytes || spec.kind === 'message') return 'DECODE_PROTOBUF';
      return this.#packed(spec);
    }
    if (spec.kind !== 'message') return spec.repeated && elements >= elementsMax ? 'LIMIT_ELEMENTS' : undefined;
    if (spec.repeated && ++this.#members > jsonLimits.membersMax) return 'DECODE_JSON_MEMBERS';
    const message = spec.message();
    const inner = message.nests ? depth + 1 : depth;
    if (inner > jsonLimits.depthMax) return 'DECODE_JSON_DEPTH';
    return this.#inside(message, reader.start, reader.stop, inner);
  }

  #packed(spec: FieldSpec): OtlpFault | undefined {
    const reader = this.#reader;
    const length = reader.stop - reader.start;
    if (wireOf(spec.kind) === wireTypes.fixed64) {
      if (length % 8 !== 0) return 'DECODE_PROTOBUF';
      return length / 8 > elementsMax ? 'LIMIT_ELEMENTS' : undefined;
    }
    const { at, end, stop } = reader;
    reader.range(reader.start, stop);
    let count = 0;
    let good = true;
    while (good && reader.at < stop && count <= elementsMax) {
      good = reader.varint();
      count++;
    }
    reader.range(at, end);
    return !good ? 'DECODE_PROTOBUF' : count > elementsMax ? 'LIMIT_ELEMENTS' : undefined;
  }
}
