import { constantCells, LookupColumn, type BatchView, type LookedUp } from '@acequia/batch';
import { parsePath } from '@acequia/event';
import type { LookupTable } from '@acequia/lookup';
import type { CompileContext } from '@acequia/component-sdk/runtime';
import type { LookupConfig } from './config.ts';
import type { RowValues } from './row-values.ts';

/** Looks up all rows of a batch it can and writes their fields; rows that are left are as they were. */
export type BulkFind = (view: BatchView) => LookedUp;

/** The kernels' form, for an exact match of one field and values as they stand in the table. Undefined: all rows one by one. */
export function compileBulkFind(
  config: LookupConfig,
  table: LookupTable,
  { outputs }: RowValues,
  { slots, kernels }: Pick<CompileContext, 'slots' | 'kernels'>,
): BulkFind | undefined {
  const key = /^\$\{([^{}]+)\}$/.exec(config.key)?.[1];
  if (kernels === undefined || key === undefined || config.match !== 'exact' || !isPlainField(key)) return undefined;
  if (outputs.length === 0 || outputs.some(({ type }) => type !== undefined && type !== 'string')) return undefined;
  const column = new LookupColumn(kernels, {
    table: { block: table.block, ...table.places, columns: table.columns.length, keyColumn: table.keyColumn },
    key: slots.slot(key),
    outputs,
  });
  const missing = outputs.map((output) => output.missing);
  return (view) => column.find(view, constantCells(view, missing).words);
}

function isPlainField(field: string): boolean {
  const path = parsePath(field);
  return path.ok && path.value.names.length === 1 && path.value.steps.length === 0 && !path.value.each;
}
