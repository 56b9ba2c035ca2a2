export * from './components.ts';
export * from './documents.ts';
