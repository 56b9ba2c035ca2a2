export * from './oracle.ts';
export * from './seeded-random.ts';
