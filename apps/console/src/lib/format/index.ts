export { useFormat, useZone, type Format } from './use-format.ts';
export { Moment } from './moment.tsx';
export { TimeAgo } from './time-ago.tsx';
export { bytes, compact, exact, percent, type Measured } from './numbers.ts';
export { ago, day, exactly, moment } from './times.ts';
