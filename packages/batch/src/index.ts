export * from './view.ts';
export { internalFields, internalSlots, internalSlotCount, type InternalField } from './internal-fields.ts';
export { createSlotTable } from './slot-table.ts';
export { createLaneMemory, arenaSizes, type Arena, type LaneMemory, type LaneMemoryOptions, type LaneMemoryUsage } from './lane-memory.ts';
export { frameBlock, frameWords, type StoredFrames } from './frame-block.ts';
export { NameCache } from './name-cache.ts';
export { ArrayPool } from './array-pool.ts';
export { ValueCache } from './value-cache.ts';
export type { BatchResources } from './batch-core.ts';
export {
  createBatchBuilder,
  rejectedRawBytesMax,
  type BatchBuilderOptions,
  type BuiltBatch,
  type FrameBatchBuilder,
} from './frame-batch-builder.ts';
export { createMadeEvents, type MadeEvent, type MadeEventsOptions } from './made-events.ts';
export { eventErrorText, type EventErrorRecord } from './event-error.ts';
export {
  RowList,
  boundRun,
  fork,
  identityBytes,
  narrow,
  startNode,
  retainBatch,
  releaseBatch,
  sideBytes,
  takeOverflow,
  rowBytes,
  type ForkOptions,
} from './selection.ts';
export { visitNames } from './row-names.ts';
export { writeImage, type ImageOptions } from './write-image.ts';
export { readImage } from './read-image.ts';
export { BadImage, imageVersion, type ImageFault } from './image-layout.ts';
export type { BulkRows } from './bulk-rows.ts';
export { rowWord, rowWords } from './row-table.ts';
export { truth } from './conditions/cell-tests.ts';
export { compileBulkCondition, type BulkCondition } from './conditions/compile-bulk-condition.ts';
export { createKernels, kernelsFile, type Kernels } from './kernels/kernels.ts';
export { KeyedFrames } from './kernels/keyed-frames.ts';
export { KeyedColumn, type ReadFieldsChange } from './kernels/keyed-column.ts';
export { ChangedTexts, type ChangedText, type TextChange } from './kernels/changed-texts.ts';
export { LookupColumn, type KeyTable, type LookedUp, type LookupOptions } from './kernels/lookup-column.ts';
export { MaskColumns, type Masked, type MaskOptions } from './kernels/mask-columns.ts';
export { createPatternColumn } from './kernels/pattern-column.ts';
export { createRegexColumn, type RegexGroupKind } from './kernels/regex-column.ts';
export type { TextsColumn } from './kernels/texts-column.ts';
export {
  changeFields,
  constantCells,
  withFields,
  type ChangedField,
  type FieldsAfter,
  type FieldsChange,
  type NewCells,
  type RowStates,
  type SetField,
  type ShapeField,
} from './change-fields.ts';
export { addTextFrames } from './kernels/text-frames.ts';
export { SyslogFrames, type LegacyDays, type SyslogFramesOptions } from './kernels/syslog-frames.ts';
export {
  createJsonRowsEncoder,
  createTextRowsEncoder,
  type EncodedRows,
  type JsonRowsOptions,
  type RowsEncoder,
  type WrittenField,
} from './kernels/rows-encoder.ts';
