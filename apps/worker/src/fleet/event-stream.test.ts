import { expect, test } from 'vitest';
import { EventStreamReader } from './event-stream.ts';

test('half an event: every split of the stream gives the same events', () => {
  const bytes = new TextEncoder().encode(': hello\n\ndata: {"a":"ñ"}\n\nevent: x\r\ndata: one\r\ndata: two\r\n\r\n');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const events: string[] = [];
    const reader = new EventStreamReader((data) => events.push(data));
    reader.push(bytes.subarray(0, cut));
    reader.push(bytes.subarray(cut));
    expect(events).toEqual(['{"a":"ñ"}', 'one\ntwo']);
  }
});
