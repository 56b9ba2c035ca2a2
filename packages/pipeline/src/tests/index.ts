export * from './saved-test.ts';
export * from './test-run.ts';
export { eventsAt } from './outputs.ts';
export type { FieldDifference } from './compare-events.ts';
export * from './evaluate.ts';
