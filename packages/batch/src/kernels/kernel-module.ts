/** Every kernel: what the WebAssembly module exports, and what runs in its place without it. */
export { changeTexts } from './change-texts/kernel.ts';
export { textsContaining } from './contains/kernel.ts';
export { jsonRecords } from './json-records/kernel.ts';
export { keyedFrames } from './keyed/kernel.ts';
export { lookupTexts } from './lookup/kernel.ts';
export { maskTexts } from './mask/kernel.ts';
export { patternTexts } from './pattern/kernel.ts';
export { regexTexts } from './regex/kernel.ts';
export { syslogFrames } from './syslog/kernel.ts';
export { textRecords } from './text-records/kernel.ts';
