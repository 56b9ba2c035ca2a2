import { createKernels, createSlotTable, fork } from '@acequia/batch';
import { openTable } from '@acequia/lookup';
import { expect, test } from 'vitest';
import type * as z from 'zod';
import { compileBulkFind } from './actions/lookup/bulk-find.ts';
import { lookupAction } from './actions/lookup/definition.ts';
import { RowValues } from './actions/lookup/row-values.ts';
import { compileBulkRead } from './actions/parser/bulk-read.ts';
import { parserAction } from './actions/parser/definition.ts';
import { createOutputs } from './actions/parser/output-names.ts';
import { compileBulkMask } from './actions/redact/bulk-mask.ts';
import { redactAction } from './actions/redact/definition.ts';
import { viewOf } from './testing/event-view.ts';
import { lookupOf } from './testing/sample-lookup.ts';

/** Rows left to be done one by one, of texts as life has them. */
function leftOf(states: Uint8Array): number {
  return states.reduce((sum, state) => sum + (state === 0 ? 0 : 1), 0);
}

test('plain pairs, JSON, access logs, addresses and keys are really done at once', () => {
  const kernels = createKernels('wasm');
  const events = Array.from({ length: 200 }, (_, n) => ({
    kv: `a=${n} b="x y"`,
    json: `{"v":${n},"u":"x"}`,
    get: `GET /${n} 200`,
    t: `ana${n}@example.com`,
    k: 'ana',
  }));
  const slots = createSlotTable();
  const view = fork(viewOf(events, slots));
  const parsed = <C>(definition: { readonly config: z.ZodType<C> }, config: object): C => definition.config.parse(config);
  const parserStates = (input: object): Uint8Array => {
    const config = parsed(parserAction, input);
    return compileBulkRead(config, createOutputs(config), { slots, kernels }, false)!(view);
  };
  expect(leftOf(parserStates({ field: 'kv', mode: 'kv' }))).toBe(1);
  expect(leftOf(parserStates({ field: 'json', mode: 'json' }))).toBe(1);
  expect(leftOf(parserStates({ field: 'get', mode: 'pattern', pattern: '{verb} {path} {status:int}' }))).toBe(0);
  const mask = compileBulkMask(parsed(redactAction, { fields: ['t'], detectors: ['email', 'card'] }), { slots, kernels }, () => '{}')!(
    view,
  );
  expect([leftOf(mask.states), mask.found.every((found) => found === 1), view.text(view.rows[7]!, slots.slot('t'))]).toEqual([
    0,
    true,
    '[EMAIL]',
  ]);
  const config = parsed(lookupAction, { lookup: 'LK_1', key: '${k}', columns: [{ column: 'zone' }] });
  const table = openTable(lookupOf('key,zone\nana,dmz\n').block());
  const found = compileBulkFind(config, table, new RowValues(table, config, slots), { slots, kernels })!(view);
  expect([leftOf(found.states), view.text(view.rows[199]!, slots.slot('zone'))]).toEqual([0, 'dmz']);
});
