import { createBatchBuilder, createKernels, createSlotTable, frameBlock } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import { describe, expect, test } from 'vitest';
import { fileListener } from './definition.ts';
import { fileListenerRuntime } from './runtime.ts';

/** Frames of two files, the second one beyond 4 GiB. */
function decode(format: string, lines: readonly string[], kernels: boolean): unknown {
  const parsed = parseConfig(fileListener.config, { include: ['/logs/*'], format });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  const slots = createSlotTable();
  const decoder = fileListenerRuntime.decoder(parsed.value, { slots, ...(kernels ? { kernels: createKernels('script') } : {}) });
  const parts = lines.map((line) => Buffer.from(line));
  const frames = new Uint32Array(parts.length * 5);
  let offset = 0;
  for (const [index, part] of parts.entries()) {
    frames.set([offset, part.length, index % 2, index === 3 ? 8 : 0, part.length], index * 5);
    offset += part.length;
  }
  const meta = [
    { receivedMs: 1, transport: 'file', position: 100, attributes: { file_path: '/logs/a.log', file_name: 'a.log' } },
    { receivedMs: 1, transport: 'file', position: 5_000_000_000, attributes: { file_path: '/logs/ñ.log', file_name: 'ñ.log' } },
  ];
  const block = frameBlock({
    bytes: Buffer.concat(parts),
    frames,
    frameCount: parts.length,
    meta: meta.map((entry) => JSON.stringify(entry)),
    codec: 1,
  });
  const envelope = { tenantId: 't', listenerId: 'LI', listenerName: 'n', listenerType: 'file', cluster: 'c', worker: 'w', origin: '1-1-1' };
  const builder = createBatchBuilder({ block, envelope, slots, nowMs: 1 });
  decoder.decode(block, builder);
  const { events } = builder.finish();
  return Array.from({ length: events.count }, (_, i) => {
    const fields: unknown[] = [];
    events.forEachField(events.rows[i]!, (name, _slot, read) => fields.push([name, String(read())]));
    return fields;
  });
}

describe.each([
  ['text', ['one', 'two', 'three', 'refused', '\ufefffive', '']],
  ['json', ['{"a":1,"b":"x"}', '{"a":2,"b":"y"}', '{"file_path":"mine"}', 'x', 'no json', '{"a":3,"b":"z"}', '{"c":1}']],
  ['kv', ['a=1 b=2', 'a=3 b=4', 'a="open', 'x', 'a=5 b=6']],
  ['syslog', ['<34>1 2026-11-21T10:00:00Z h a p i - m', '<34>Oct 11 22:14:15 h su: m', 'plain', 'x', '<34>1 - - - - - - m']],
])('%s lines of a file', (format, lines) => {
  test('each knows its path, name and place, at once as one by one', () => {
    const [first] = decode(format, lines, true) as [unknown[]];
    expect(decode(format, lines, true)).toEqual(decode(format, lines, false));
    expect(first).toContainEqual(['file_offset', '100']);
  });
});
