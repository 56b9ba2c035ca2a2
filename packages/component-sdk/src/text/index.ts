export * from './text.ts';
export { rejectionFields, type Rejection, type TextFields, type Words } from './words.ts';
export { faultTextIn, hasReasonTextIn, isFaultCodeIn, reasonTextIn, type LanguageTexts } from './language-texts.ts';
export { expectedCodes, faultCodes, faultText, hasReasonText, isFaultCode, languageTexts, reasonCodes, reasonText } from './reason-text.ts';
export { operatorWords } from './operator-words.ts';
