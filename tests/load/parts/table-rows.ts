export const tableHeader = 'ip,site,owner,risk\n';
export const tableSource = { format: 'csv', keyColumn: 'ip' } as const;

export const keyOf = (n: number): string => `${10 + ((n >>> 24) & 15)}.${(n >>> 16) & 255}.${(n >>> 8) & 255}.${n & 255}`;

/** 53 bytes a row in the mean: 10,000,000 rows are 512 MiB. */
const rowOf = (n: number): string => `${keyOf(n)},site-${n % 997},owner-${n}@example.org,${n % 100}\n`;

/** Rows `from` to `to`, the last not included. */
export const rowsOf = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => rowOf(from + at)).join('');
