import { MiB } from '@acequia/base';

/** What a table may be (catalogue 7.6); larger files are refused when uploaded. */
export interface LookupLimits {
  readonly fileBytesMax: number;
  readonly rowsMax: number;
  readonly columnsMax: number;
  readonly cellBytesMax: number;
}

export const lookupLimits: LookupLimits = { fileBytesMax: 512 * MiB, rowsMax: 12_000_000, columnsMax: 256, cellBytesMax: MiB };
