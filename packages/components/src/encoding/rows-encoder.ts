import { createJsonRowsEncoder, createTextRowsEncoder, type Kernels, type RowsEncoder, type SlotTable } from '@acequia/batch';
import type { EncodeConfig } from '@acequia/component-sdk/definition';

/**
 * The kernels' form of the group `encode`, where there is one: all fields as JSON, or the message as text. `lineEnd` is
 * written behind each record. Writes what `compileRecordEncoder` writes.
 */
export function compileRowsEncoder(
  config: EncodeConfig,
  scope: { readonly slots: SlotTable; readonly kernels?: Kernels },
  lineEnd: '' | '\n' | '\r\n',
): RowsEncoder | undefined {
  const { kernels } = scope;
  if (kernels === undefined || config.content !== 'all' || config.timeFormat !== 'RFC3339' || lineEnd === '\r\n') return undefined;
  const lineFeed = lineEnd === '\n';
  switch (config.format) {
    case 'json':
    case 'ndjson':
    case 'json-array':
      return createJsonRowsEncoder(kernels, { omitNull: config.omitNull, quoteBigIntegers: config.bigIntegers === 'string', lineFeed });
    case 'text':
      return createTextRowsEncoder(kernels, scope.slots.slot('message'), lineFeed);
    default:
      return undefined;
  }
}
