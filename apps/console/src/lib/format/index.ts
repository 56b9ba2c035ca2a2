export { useFormat, type Format } from './use-format.ts';
export { TimeAgo } from './time-ago.tsx';
export { bytes, compact, exact, percent, type Measured } from './numbers.ts';
export { ago, day, moment } from './times.ts';
