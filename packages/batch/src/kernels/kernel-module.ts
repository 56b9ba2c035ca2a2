/** Every kernel: what the WebAssembly module exports, and what runs in its place without it. */
export { jsonRecords } from './json-records/kernel.ts';
export { keyValueFrames } from './key-value/kernel.ts';
export { jsonFrames } from './json/kernel.ts';
export { syslogFrames } from './syslog/kernel.ts';
export { textRecords } from './text-records/kernel.ts';
