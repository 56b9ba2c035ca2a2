export * from './result.ts';
export * from './app-error.ts';
export * from './ids.ts';
export * from './clock.ts';
export * from './units.ts';
export * from './assert.ts';
export * from './log.ts';
export * from './copy-bytes.ts';
