import type { DirectLimits } from './direct-append.ts';

export { nodeFileCalls, type FileCalls, type FileFlags } from './file-calls.ts';
export type { DirectLimits } from './direct-append.ts';
export { inlineWriter } from './start-writer.ts';
export type { Reserve, Writer } from './writer-jobs.ts';
export { readCommits } from './commit-format.ts';
export { textBlock, textsOf } from './conformance-blocks.ts';
export { oldJournalStates, putOldJournal, type OldJournal } from './old-journals.ts';
export { testLog } from './test-log.ts';
export { segmentHeaderBytes } from './segment-format.ts';
export { groupEnd, readHead } from './record-format.ts';

/** For a disk made by a test, whose sectors have 512 bytes: small groups too are written past the cache. */
export const smallPages: DirectLimits = { fromBytes: 512, pageBytes: 512 };
