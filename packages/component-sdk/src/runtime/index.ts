export * from './delivery-errors.ts';
export * from './runtime.ts';
