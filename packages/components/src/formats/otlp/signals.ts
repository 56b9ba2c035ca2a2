/** What OTLP carries; a request holds one of them. */
export const signals = ['logs', 'metrics', 'traces'] as const;
export type Signal = (typeof signals)[number];
