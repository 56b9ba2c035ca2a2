export * from './fake-intake.ts';
export * from './component-conformance.ts';
export * from './intake-contract.ts';
