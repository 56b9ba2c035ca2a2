import { wireTypes } from './wire-reader.ts';

/** `hex`: bytes that JSON writes in hexadecimal (trace and span ids). */
export type ScalarKind =
  | 'string'
  | 'bytes'
  | 'hex'
  | 'bool'
  | 'enum'
  | 'uint32'
  | 'int64'
  | 'uint64'
  | 'sint32'
  | 'fixed32'
  | 'fixed64'
  | 'sfixed64'
  | 'double';

export interface FieldSpec {
  readonly number: number;
  readonly kind: ScalarKind | 'message';
  readonly message: () => MessageSpec;
  readonly repeated: boolean;
}

export interface MessageSpec {
  readonly byNumber: readonly (FieldSpec | undefined)[];
  /** By its name in JSON, and by its name in the proto file. */
  readonly byName: ReadonlyMap<string, FieldSpec>;
  /** One level deeper as JSON. */
  readonly nests: boolean;
}

type Kind = ScalarKind | (() => MessageSpec);
type Fields = Readonly<Record<string, readonly [number, Kind] | readonly [number, Kind, 'repeated']>>;

function message(fields: Fields, nests = false): MessageSpec {
  const byNumber: FieldSpec[] = [];
  const byName = new Map<string, FieldSpec>();
  for (const [name, [number, kind, repeated]] of Object.entries(fields)) {
    const spec: FieldSpec = {
      number,
      kind: typeof kind === 'string' ? kind : 'message',
      message: typeof kind === 'string' ? () => never : kind,
      repeated: repeated !== undefined,
    };
    byNumber[number] = spec;
    byName.set(name, spec);
    byName.set(
      name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      spec,
    );
  }
  return { byNumber, byName, nests };
}

const never: MessageSpec = { byNumber: [], byName: new Map(), nests: false };

/** The wire type of a single value. */
export function wireOf(kind: FieldSpec['kind']): number {
  switch (kind) {
    case 'string':
    case 'bytes':
    case 'hex':
    case 'message':
      return wireTypes.bytes;
    case 'fixed32':
      return wireTypes.fixed32;
    case 'fixed64':
    case 'sfixed64':
    case 'double':
      return wireTypes.fixed64;
    default:
      return wireTypes.varint;
  }
}

// The messages of opentelemetry.proto.{common,resource,logs,metrics,trace}.v1 and of the three collector services,
// as far as they are read; fields that are not named here are skipped.

const anyValue: MessageSpec = message({
  stringValue: [1, 'string'],
  boolValue: [2, 'bool'],
  intValue: [3, 'int64'],
  doubleValue: [4, 'double'],
  arrayValue: [5, () => arrayValue],
  kvlistValue: [6, () => keyValueList],
  bytesValue: [7, 'bytes'],
});
const arrayValue = message({ values: [1, () => anyValue, 'repeated'] }, true);
const keyValue = message({ key: [1, 'string'], value: [2, () => anyValue] });
const keyValueList = message({ values: [1, () => keyValue, 'repeated'] }, true);
const resource = message({ attributes: [1, () => keyValue, 'repeated'] });
const scope = message({ name: [1, 'string'], version: [2, 'string'] });

export const logRecord = message({
  timeUnixNano: [1, 'fixed64'],
  severityNumber: [2, 'enum'],
  severityText: [3, 'string'],
  body: [5, () => anyValue],
  attributes: [6, () => keyValue, 'repeated'],
  flags: [8, 'fixed32'],
  traceId: [9, 'hex'],
  spanId: [10, 'hex'],
  observedTimeUnixNano: [11, 'fixed64'],
  eventName: [12, 'string'],
});

const spanEvent = message({ timeUnixNano: [1, 'fixed64'], name: [2, 'string'], attributes: [3, () => keyValue, 'repeated'] });
const spanLink = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  traceState: [3, 'string'],
  attributes: [4, () => keyValue, 'repeated'],
});
const spanStatus = message({ message: [2, 'string'], code: [3, 'enum'] });
export const span = message({
  traceId: [1, 'hex'],
  spanId: [2, 'hex'],
  parentSpanId: [4, 'hex'],
  name: [5, 'string'],
  kind: [6, 'enum'],
  startTimeUnixNano: [7, 'fixed64'],
  endTimeUnixNano: [8, 'fixed64'],
  attributes: [9, () => keyValue, 'repeated'],
  events: [11, () => spanEvent, 'repeated'],
  links: [13, () => spanLink, 'repeated'],
  status: [15, () => spanStatus],
});

const times = { startTimeUnixNano: [2, 'fixed64'], timeUnixNano: [3, 'fixed64'] } as const;
export const numberPoint = message({
  ...times,
  asDouble: [4, 'double'],
  asInt: [6, 'sfixed64'],
  attributes: [7, () => keyValue, 'repeated'],
  flags: [8, 'uint32'],
});
export const histogramPoint = message({
  ...times,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  bucketCounts: [6, 'fixed64', 'repeated'],
  explicitBounds: [7, 'double', 'repeated'],
  attributes: [9, () => keyValue, 'repeated'],
  flags: [10, 'uint32'],
  min: [11, 'double'],
  max: [12, 'double'],
});
const buckets = message({ offset: [1, 'sint32'], bucketCounts: [2, 'uint64', 'repeated'] });
export const exponentialPoint = message({
  attributes: [1, () => keyValue, 'repeated'],
  ...times,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  scale: [6, 'sint32'],
  zeroCount: [7, 'fixed64'],
  positive: [8, () => buckets],
  negative: [9, () => buckets],
  flags: [10, 'uint32'],
  min: [12, 'double'],
  max: [13, 'double'],
  zeroThreshold: [14, 'double'],
});
const quantile = message({ quantile: [1, 'double'], value: [2, 'double'] });
export const summaryPoint = message({
  ...times,
  count: [4, 'fixed64'],
  sum: [5, 'double'],
  quantileValues: [6, () => quantile, 'repeated'],
  attributes: [7, () => keyValue, 'repeated'],
  flags: [8, 'uint32'],
});

const temporality = { aggregationTemporality: [2, 'enum'] } as const;
export const gauge = message({ dataPoints: [1, () => numberPoint, 'repeated'] });
export const sum = message({ dataPoints: [1, () => numberPoint, 'repeated'], ...temporality, isMonotonic: [3, 'bool'] });
export const histogram = message({ dataPoints: [1, () => histogramPoint, 'repeated'], ...temporality });
export const exponentialHistogram = message({ dataPoints: [1, () => exponentialPoint, 'repeated'], ...temporality });
export const summary = message({ dataPoints: [1, () => summaryPoint, 'repeated'] });
export const metric = message({
  name: [1, 'string'],
  unit: [3, 'string'],
  gauge: [5, () => gauge],
  sum: [7, () => sum],
  histogram: [9, () => histogram],
  exponentialHistogram: [10, () => exponentialHistogram],
  summary: [11, () => summary],
});

const scopeLogs = message({ scope: [1, () => scope], logRecords: [2, () => logRecord, 'repeated'] });
const scopeSpans = message({ scope: [1, () => scope], spans: [2, () => span, 'repeated'] });
const scopeMetrics = message({ scope: [1, () => scope], metrics: [2, () => metric, 'repeated'] });
const resourceLogs = message({ resource: [1, () => resource], scopeLogs: [2, () => scopeLogs, 'repeated'] });
const resourceSpans = message({ resource: [1, () => resource], scopeSpans: [2, () => scopeSpans, 'repeated'] });
const resourceMetrics = message({ resource: [1, () => resource], scopeMetrics: [2, () => scopeMetrics, 'repeated'] });

/** The requests of the three services. */
export const requests = {
  logs: message({ resourceLogs: [1, () => resourceLogs, 'repeated'] }),
  traces: message({ resourceSpans: [1, () => resourceSpans, 'repeated'] }),
  metrics: message({ resourceMetrics: [1, () => resourceMetrics, 'repeated'] }),
} as const satisfies Record<string, MessageSpec>;
