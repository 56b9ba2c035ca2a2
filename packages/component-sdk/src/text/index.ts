export * from './text.ts';
export type { TextFields, Words } from './words.ts';
export { faultText, faultCodes, isFaultCode } from './fault-text.ts';
export { reasonText, reasonCodes, hasReasonText } from './reason-text.ts';
export { operatorWords } from './operator-words.ts';
