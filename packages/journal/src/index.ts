export * from './journal.ts';
export * from './errors.ts';
export { openJournal, type JournalOptions } from './open-journal.ts';
export type { DiskJournal } from './disk-journal.ts';
export type { JournalDamage } from './block-reader.ts';
export { createMemoryJournal, type MemoryJournalOptions } from './memory-journal.ts';
export { exportFrames, skipBlocks, type BlockRange, type ExportedFrame } from './doctor.ts';
export { inspectJournal, verifyJournal, type JournalReport, type SegmentReport, type StreamReport } from './inspect-journal.ts';
