import { defineTexts } from '#i18n/texts.ts';

export const rateTexts = defineTexts('rate', {
  en: {
    inDay_one: 'event in 24 h',
    inDay_other: 'events in 24 h',
  },
  es: {
    inDay_one: 'evento en 24 h',
    inDay_other: 'eventos en 24 h',
  },
});
