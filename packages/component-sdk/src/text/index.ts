export * from './text.ts';
export type { TextFields, Words } from './words.ts';
export { faultTextIn, hasReasonTextIn, isFaultCodeIn, reasonTextIn, type LanguageTexts } from './language-texts.ts';
export { faultCodes, faultText, hasReasonText, isFaultCode, languageTexts, reasonCodes, reasonText } from './reason-text.ts';
export { operatorWords } from './operator-words.ts';
