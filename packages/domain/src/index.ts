export * from './roles.ts';
export * from './versions.ts';
export * from './lifecycles.ts';
export * from './rules.ts';
