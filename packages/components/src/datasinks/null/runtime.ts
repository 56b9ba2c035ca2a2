import type { DatasinkRuntime } from '@acequia/component-sdk/runtime';
import { batchingOf } from '../../encoding/common-fields.ts';
import { createJsonEncoder } from '../../formats/json/encode.ts';
import { visitAll } from '../../fields/chosen-fields.ts';
import { timestampText } from '@acequia/event';
import type { NullCreation, NullNode } from './config.ts';

/** Encodes as JSON, so that bytes and time are those of a real datasink, and forgets. */
export const nullRuntime: DatasinkRuntime<NullCreation, NullNode> = {
  open: () => {
    const encode = createJsonEncoder({ visit: visitAll, omitNull: true, bigIntegers: 'number', printTime: timestampText });
    return Promise.resolve({
      encode: (view, row, out) => {
        out.text(encode(view, row));
        out.commit();
      },
      send: () => Promise.resolve({ wireBytes: 0 }),
      close: () => Promise.resolve(),
    });
  },
  probe: () => Promise.resolve(),
  batching: (creation, node) => batchingOf(creation.retry, node, { order: creation.order, concurrency: creation.concurrency }),
};
