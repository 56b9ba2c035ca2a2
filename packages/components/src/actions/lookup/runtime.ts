import type { Row } from '@acequia/batch';
import { spendRun } from '@acequia/event';
import { matcherOf, openTable, type LookupTable, type Matcher } from '@acequia/lookup';
import { DeliveryError, Misconfigured, type ActionRuntime } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileBulkFind, type BulkFind } from './bulk-find.ts';
import type { LookupConfig } from './config.ts';
import { compileKey } from './event-key.ts';
import { RowValues } from './row-values.ts';

/** Steps of a search, beside those of its key's bytes; a search by wildcards counts its own. */
const findSteps = 30;

/** What a step needs of one table. */
interface Ready {
  readonly block: SharedArrayBuffer;
  readonly matcher: Matcher;
  readonly values: RowValues;
  readonly findMany: BulkFind | undefined;
}

/**
 * Writes the columns of the first row that fits. The table in force is asked for at each batch; one that lacks a column is
 * not taken, and the step goes on with the one before.
 */
export const lookupRuntime: ActionRuntime<LookupConfig> = {
  compile: (config, ctx) => {
    const handle = ctx.lookup(config.lookup, config.version === 'fixed' ? config.fixedVersion : undefined);
    const keyOf = compileKey(config.key, ctx.slots);
    const port = ctx.port('default');
    const unmatched = config.routeUnmatched ? ctx.port('unmatched') : port;
    const prepare = (block: SharedArrayBuffer): Ready => {
      const table = openTable(block);
      const values = new RowValues(table, config, ctx.slots);
      return { block, matcher: matcherFor(table, config), values, findMany: compileBulkFind(config, table, values, ctx) };
    };
    let ready = prepare(handle.block());
    let refused: SharedArrayBuffer | undefined;
    const refresh = (): void => {
      const block = handle.block();
      if (block === ready.block || block === refused) return;
      try {
        ready = prepare(block);
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        refused = block;
      }
    };
    return {
      step: (view, out) => {
        refresh();
        const { matcher, values, findMany } = ready;
        const many = findMany?.(view);
        const nowMs = ctx.clock.now();
        const work = (row: Row): void => {
          const key = keyOf(view, row, nowMs);
          if (key !== undefined) spendRun(findSteps + 2 * key.length);
          const found = key === undefined ? -1 : matcher.find(key, 0, key.length, view.at(row));
          if (found < 0) {
            for (const { slot, missing } of values.outputs) view.set(row, slot, missing);
            return out.to(unmatched, row);
          }
          const cells = values.of(found);
          if ('expected' in cells) return out.reject(row, 'TYPE_CONVERSION', cells);
          for (const [index, { slot }] of values.outputs.entries()) view.set(row, slot, cells[index]!);
          out.to(port, row);
        };
        forEachRow(view, out, work, (row, i) => {
          if (many?.states[i] !== 0) return false;
          out.to(many.missed[i] === 1 ? unmatched : port, row);
          return true;
        });
      },
    };
  },
};

function matcherFor(table: LookupTable, config: LookupConfig): Matcher {
  const endColumn = config.match === 'range' && config.endColumn !== undefined ? table.column(config.endColumn) : undefined;
  if (endColumn === -1) throw new Misconfigured('LOOKUP_COLUMN', { message: config.endColumn ?? '' });
  return matcherOf(table, { match: config.match, endColumn });
}
