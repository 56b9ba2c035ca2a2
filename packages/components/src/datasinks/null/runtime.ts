import type { EncodeConfig } from '@acequia/component-sdk/definition';
import { Retry, type DatasinkRuntime } from '@acequia/component-sdk/runtime';
import { batchingOf } from '../../encoding/common-fields.ts';
import { compileRecordEncoder } from '../../encoding/record-encoder.ts';
import { compileRowsEncoder } from '../../encoding/rows-encoder.ts';
import { isAway, type NullCreation, type NullNode } from './config.ts';

const asJson: EncodeConfig = { format: 'json', content: 'all', omitNull: true, bigIntegers: 'number', timeFormat: 'RFC3339' };

/** Encodes as JSON, so that bytes and time are those of a real datasink, and forgets; takes nothing while it rehearses an outage. */
export const nullRuntime: DatasinkRuntime<NullCreation, NullNode> = {
  open: (creation, _node, ctx) => {
    const encode = compileRecordEncoder(asJson, ctx);
    const rowsEncoder = compileRowsEncoder(asJson, ctx, '');
    return Promise.resolve({
      encode: (view, row, out) => {
        out.text(encode(view, row)!);
        out.commit();
      },
      encodeRows: (view, from, to) => {
        const rows = rowsEncoder?.encode(view, from, to);
        return rows && { rows, group: '' };
      },
      releasesBytes: true,
      send: () =>
        isAway(creation, ctx.clock.now())
          ? Promise.reject(new Retry('DELIVERY_REHEARSED', { planned: true }))
          : Promise.resolve({ wireBytes: 0 }),
      close: () => Promise.resolve(),
    });
  },
  probe: () => Promise.resolve(),
  batching: (creation, node) => batchingOf(creation.retry, node, { order: creation.order, concurrency: creation.concurrency }),
};
