export * from './fake-intake.ts';
export * from './component-conformance.ts';
