import { addTextFrames, createKernels, createSlotTable, fork, internalSlots, type BatchView } from '@acequia/batch';
import { parseConfig } from '@acequia/component-sdk/definition';
import { jsonOfText, List } from '@acequia/event';
import { expect, test } from 'vitest';
import { viewOf, type TestEvent } from '../../testing/event-view.ts';
import { viewOfFrames } from '../../testing/frames-view.ts';
import { compileBulkMask } from './bulk-mask.ts';
import { redactAction } from './definition.ts';

/** Which events are left to the row-by-row code (1), and in which of the others something was found. */
function masked(config: object, events: readonly TestEvent[], form: 'script' | 'wasm') {
  const slots = createSlotTable();
  const parsed = parseConfig(redactAction.config, { detectors: ['email', 'card'], ...config });
  if (!parsed.ok) throw new Error('the configuration is not valid');
  const mask = compileBulkMask(parsed.value, { slots, kernels: createKernels(form) }, (counts) => `{"counts":[${counts.join(',')}]}`);
  const view: BatchView = fork(viewOf(events, slots));
  const { states, found } = mask!(view);
  const textOf = (row: number, name: string) => view.text(view.rows[row]!, slots.slot(name));
  return { left: [...states], found: [...found], textOf };
}

test.each(['script', 'wasm'] as const)('all fields and _raw: usual events are not left to the row-by-row code (%s)', (form) => {
  const { left, found, textOf } = masked(
    {},
    [
      { a: 'nothing', n: 4111111111111111, at: null, ok: true, _raw: 'nothing' },
      { a: 'a@b.com', b: 'x a@b.com', n: 1, _raw: 'raw of a@b.com' },
      { a: 'x', payload: jsonOfText('{"id":123456789012,"at":"2026-11-21 10:11:12"}'), _raw: 'x' },
      { a: 'x', payload: jsonOfText('{"mail":"a@b.com"}'), _raw: 'x' },
      { a: 'x', payload: jsonOfText('[4111111111111111]'), _raw: 'x' },
      { a: 'x', payload: jsonOfText('"a\\u0040b.com"'), _raw: 'x' },
      { a: 'x', to: new List('string', ['a@b.com']), _raw: 'x' },
      { a: 'x', _raw: '4111 1111 1111 1111' },
    ],
    form,
  );
  expect(left).toEqual([0, 0, 0, 1, 1, 1, 1, 0]);
  expect(found).toEqual([0, 1, 0, 0, 0, 0, 0, 1]);
  expect([textOf(1, 'a'), textOf(1, 'b'), textOf(1, '_raw')]).toEqual(['[EMAIL]', 'x [EMAIL]', 'raw of [EMAIL]']);
  expect([textOf(7, 'a'), textOf(7, '_raw')]).toEqual(['x', '[CARD]']);
});

test.each(['script', 'wasm'] as const)('more fields than a word has bits, each with a finding (%s)', (form) => {
  const names = Array.from({ length: 60 }, (_, n) => `f${n}`);
  const event = Object.fromEntries([...names, '_raw'].map((name) => [name, `${name} a@b.com`]));
  const { left, found, textOf } = masked({}, [event, event], form);
  expect({ left, found }).toEqual({ left: [0, 0], found: [1, 1] });
  expect(names.map((name) => textOf(1, name))).toEqual(names.map((name) => `${name} [EMAIL]`));
});

test.each(['script', 'wasm'] as const)('asterisks: as many as characters, and nothing is left to the row-by-row code (%s)', (form) => {
  const event = { a: 'to ñandú@b.com now', _raw: 'card 4111 1111 1111 1111, ana@señal.es' };
  const { left, found, textOf } = masked({ mode: 'mask' }, [event, { a: 'nothing', _raw: '' }], form);
  expect({ left, found }).toEqual({ left: [0, 0], found: [1, 0] });
  expect([textOf(0, 'a'), textOf(0, '_raw')]).toEqual(['to *********** now', 'card *******************, ************']);
});

test.each(['script', 'wasm'] as const)('a field that is all of _raw is not read and written a second time (%s)', (form) => {
  const slots = createSlotTable();
  const message = slots.slot('message');
  const lines = ['to a@b.com now', 'nothing', '4111 1111 1111 1111', '4111 1111 1111 1111'];
  const view = fork(viewOfFrames(lines, slots, (block, out) => addTextFrames(block, out.bulk!, message, () => undefined)));
  const parsed = parseConfig(redactAction.config, { detectors: ['email', 'card'] });
  if (!parsed.ok) throw new Error('the configuration is not valid');
  const { states, found } = compileBulkMask(parsed.value, { slots, kernels: createKernels(form) }, () => '{}')!(view);
  expect([[...states], [...found]]).toEqual([
    [0, 0, 0, 0],
    [1, 0, 1, 1],
  ]);
  const rows = [...view.rows.subarray(0, view.count)];
  expect(rows.map((row) => view.text(row, message))).toEqual(['to [EMAIL] now', 'nothing', '[CARD]', '[CARD]']);
  expect(rows.map((row) => view.text(row, internalSlots.raw))).toEqual(rows.map((row) => view.text(row, message)));
  const placeOf = (row: number, slot: number) => view.bytes(row, slot)!.byteOffset;
  for (const row of rows) expect(placeOf(row, internalSlots.raw)).toBe(placeOf(row, message));
});
