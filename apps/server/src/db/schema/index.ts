export * from './gate-tables.ts';
export * from './tenant-tables.ts';
export * from './lookup-tables.ts';
