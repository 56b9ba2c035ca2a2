export * from './gate-tables.ts';
export * from './joining-tables.ts';
export * from './tenant-tables.ts';
export * from './token-tables.ts';
export * from './lookup-tables.ts';
export * from './replay-tables.ts';
