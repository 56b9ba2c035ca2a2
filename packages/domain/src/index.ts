export * from './roles.ts';
export * from './ranks.ts';
export * from './features.ts';
export * from './versions.ts';
export * from './lifecycles.ts';
export * from './rules.ts';
export * from './own-path.ts';
