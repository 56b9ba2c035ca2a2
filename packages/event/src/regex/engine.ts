// What reads and runs patterns: a browser gets it all at once, beside what needs it.
export { RE2JS } from 're2js';
export { BitState } from './bit-state.ts';
export { isLinear } from './linearity.ts';
export { parseCommonRegex, sourceForV8 } from './regex-syntax.ts';
