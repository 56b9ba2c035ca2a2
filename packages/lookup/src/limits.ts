import { MiB } from '@acequia/base';

/** What a table may be (catalogue 7.6); larger files are refused when uploaded. */
export interface LookupLimits {
  readonly fileBytesMax: number;
  readonly columnsMax: number;
  readonly cellBytesMax: number;
}

export const lookupLimits: LookupLimits = { fileBytesMax: 512 * MiB, columnsMax: 256, cellBytesMax: MiB };
