import { createSlotTable, frameFlags } from '@acequia/batch';
import { createOtlpDecoder } from '../../formats/otlp/decode-request.ts';
import { frameRequest } from '../../formats/otlp/frame-request.ts';
import { protobufOfJson } from '../../formats/otlp/json-request.ts';
import { signals, type Signal } from '../../formats/otlp/signals.ts';
import { blockOfFrames, builderOfBlock } from '../frames-view.ts';
import { expectEqual, Unbalanced, type FuzzTarget } from './target.ts';

const otlpSeeds: Readonly<Record<Signal, object>> = {
  logs: {
    resourceLogs: [
      {
        resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
        scopeLogs: [
          {
            scope: { name: 's', version: '1' },
            logRecords: [
              {
                timeUnixNano: '1790000000000000000',
                severityNumber: 9,
                body: { stringValue: 'hello' },
                traceId: '5b8efff798038103d269b633813fc60c',
              },
              { body: { kvlistValue: { values: [{ key: 'a', value: { arrayValue: { values: [{ intValue: '7' }, {}] } } }] } } },
            ],
          },
        ],
      },
    ],
  },
  traces: {
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: '5b8efff798038103d269b633813fc60c',
                spanId: 'eee19b7ec3c1b174',
                name: 'get',
                kind: 2,
                startTimeUnixNano: '1',
                endTimeUnixNano: '2',
                events: [{ name: 'e', timeUnixNano: '1' }],
                links: [{ traceId: '5b8efff798038103d269b633813fc60c', spanId: 'eee19b7ec3c1b174' }],
                status: { code: 2, message: 'no' },
              },
            ],
          },
        ],
      },
    ],
  },
  metrics: {
    resourceMetrics: [
      {
        scopeMetrics: [
          {
            metrics: [
              {
                name: 'm',
                unit: 's',
                sum: { aggregationTemporality: 2, isMonotonic: true, dataPoints: [{ asInt: '4', timeUnixNano: '3' }] },
              },
              { name: 'h', histogram: { dataPoints: [{ count: '2', sum: 3, bucketCounts: ['1', '1'], explicitBounds: [1.5] }] } },
              { name: 'g', gauge: { dataPoints: [{ asDouble: 1.5, attributes: [{ key: 'k', value: { boolValue: true } }] }] } },
            ],
          },
        ],
      },
    ],
  },
};

const otlpJson = (signal: Signal): Buffer => Buffer.from(JSON.stringify(otlpSeeds[signal]));

function otlpProtobuf(signal: Signal): Uint8Array {
  const read = protobufOfJson(signal, otlpJson(signal));
  if ('code' in read) throw new Error(`the seed of ${signal} is no request: ${read.code}`);
  return read.bytes;
}

/** Every record the intake accepted is an event, none of the refused ones; the lane's decoder crashes for no bytes. */
function readOtlp(signal: Signal, bytes: Uint8Array): number {
  const framed = frameRequest(signal, bytes, 4096);
  const ranges = Array.from({ length: framed.count }, (_, index) => framed.frames.subarray(index * 3, index * 3 + 3));
  const good = ranges.filter(([, , flags]) => (flags! & frameFlags.rejected) === 0);
  const decode = (frames: readonly Uint8Array[]) => {
    const slots = createSlotTable();
    const block = blockOfFrames(frames);
    const builder = builderOfBlock(block, slots);
    createOtlpDecoder(slots, () => signal)(block, builder);
    return builder.finish();
  };
  const { events, rejected, empty } = decode(good.map(([offset, length]) => framed.bytes.subarray(offset, offset! + length!)));
  expectEqual(
    'accepted records',
    { events: events.count, rejected: rejected.count, empty },
    { events: framed.accepted, rejected: 0, empty: 0 },
  );
  const blind = decode([bytes]);
  if (blind.events.count + blind.rejected.count + blind.empty === 0) throw new Unbalanced('a request nobody judged left nothing');
  return framed.accepted + framed.rejected;
}

export const otlpTargets = (): readonly FuzzTarget[] =>
  signals.flatMap((signal): FuzzTarget[] => [
    {
      id: `otlp ${signal}, protobuf`,
      seeds: [otlpProtobuf(signal)],
      words: ['\n', '\x12', '\x80\x80\x80\x80\x10', '\xff'],
      read: (input) => readOtlp(signal, input),
    },
    {
      id: `otlp ${signal}, JSON`,
      seeds: [otlpJson(signal)],
      words: ['{', '}', '[', ']', ',', ':', '"stringValue":', '"intValue":"', 'null', '"arrayValue":{"values":[', '-1', '1e999'],
      read(input) {
        const read = protobufOfJson(signal, Buffer.from(input));
        return 'code' in read ? 1 : readOtlp(signal, read.bytes);
      },
    },
  ]);
