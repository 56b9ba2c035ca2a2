export * from './gate-tables.ts';
export * from './tenant-tables.ts';
