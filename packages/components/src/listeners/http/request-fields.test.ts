import { createBatchBuilder, createKernels, createSlotTable, frameBlock } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import { describe, expect, test } from 'vitest';
import { httpListener } from './definition.ts';
import { httpListenerRuntime } from './runtime.ts';

const parsed = parseConfig(httpListener.config, { bind: '127.0.0.1', port: 8080, format: 'json' });
if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
const config = parsed.value;

type Attributes = Readonly<Record<string, string>>;
const request = (path: string, more: Attributes = {}): Attributes => ({ element: 'json', http_method: 'POST', http_path: path, ...more });
const texts = [
  '{"a":1,"b":"x"}',
  '{"a":2,"b":"y"}',
  '{"http_path":"mine"}',
  'no json',
  'refused',
  '{"a":3,"b":"ñ"}',
  '{"c":1}',
  '{"a":4,"b":"z"}',
];

/** Fields of the events of elements that came in turn with these requests. */
function decode(requests: readonly Attributes[], kernels: 'script' | 'wasm' | undefined): readonly unknown[] {
  const slots = createSlotTable();
  const decoder = httpListenerRuntime.decoder(config, { slots, ...(kernels ? { kernels: createKernels(kernels) } : {}) });
  const parts = texts.map((text) => Buffer.from(text));
  const frames = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    frames.set([offset, part.length, index % requests.length, texts[index] === 'refused' ? 8 : 0, part.length], index * 5);
    offset += part.length;
  }
  const meta = requests.map((attributes) => JSON.stringify({ receivedMs: 1, transport: 'http', attributes }));
  const block = frameBlock({ bytes: Buffer.concat(parts), frames, frameCount: parts.length, meta, codec: 1 });
  const envelope = { tenantId: 't', listenerId: 'LI', listenerName: 'n', listenerType: 'http', cluster: 'c', worker: 'w', origin: '1-1-1' };
  const builder = createBatchBuilder({ block, envelope, slots, nowMs: 1 });
  decoder.decode(block, builder);
  const { events } = builder.finish();
  return Array.from({ length: events.count }, (_, i) => {
    const fields: unknown[] = [];
    events.forEachField(events.rows[i]!, (name, slot, read) =>
      fields.push([name, slot && events.tag(events.rows[i]!, slot), String(read())]),
    );
    return fields;
  });
}

describe.each(['script', 'wasm'] as const)('elements read at once (%s) know their request as those read one by one', (form) => {
  test.each([
    ['one request', [request('/in')]],
    ['paths beyond ASCII', [request('/a'), request('/ñ'), request('')]],
    [
      'queries and headers',
      [
        request('/a', { http_query: '{"q":["1","2"]}', http_headers: '{"host":"x"}' }),
        request('/b', { http_query: '{}', http_headers: '{}' }),
      ],
    ],
    ['only some have a query', [request('/a', { http_query: '{"q":"1"}' }), request('/b')]],
    ['members copied to each element', [request('/a', { inherit: '{"team":"blue"}' }), request('/b')]],
    ['elements that are lines', [request('/a', { element: 'line' })]],
    ['of several kinds', [request('/a'), request('/b', { element: 'line' })]],
    ['none of these fields', [{ element: 'json' }]],
  ])('%s', (_, requests) => {
    expect(decode(requests, form)).toEqual(decode(requests, undefined));
  });
});

test('the path is a field of each event', () => {
  for (const fields of decode([request('/ñ')], 'wasm').slice(0, 2)) expect(fields).toContainEqual(['http_path', 2, '/ñ']);
});
