export * from './delivery-errors.ts';
export * from './runtime.ts';
export * from './file-share.ts';
