export { currentLanguage, startI18n, switchLanguage, translate } from './i18n.ts';
export { defineTexts, type Texts } from './texts.ts';
export { useLanguage, useTexts, type Translate } from './use-texts.ts';
