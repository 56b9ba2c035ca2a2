export { nodeFileCalls, type FileCalls, type FileFlags } from './file-calls.ts';
export { smallPages, type DirectLimits } from './direct-append.ts';
export { inlineWriter } from './start-writer.ts';
export type { Reserve, Writer } from './writer-jobs.ts';
export { textBlock, textsOf } from './conformance-blocks.ts';
export { segmentHeaderBytes } from './segment-format.ts';
export { groupEnd, readHead } from './record-format.ts';
