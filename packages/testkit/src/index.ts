export * from './fake-intake.ts';
export * from './component-conformance.ts';
export * from './held-bytes.ts';
export * from './intake-contract.ts';
export * from './datasink-contract.ts';
