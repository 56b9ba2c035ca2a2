import { defineTexts } from '#i18n/texts.ts';

export const fieldOfferTexts = defineTexts('field-offers', {
  en: { internal: 'Internal' },
  es: { internal: 'Internos' },
});
