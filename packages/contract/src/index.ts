export * from './contract.ts';
export * from './operation.ts';
export * from './shapes.ts';
export * from './lookup-shapes.ts';
export * from './errors/codes.ts';
export * from './errors/texts.ts';
export type { Words } from './errors/words.ts';
