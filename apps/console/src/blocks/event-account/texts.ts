import { defineTexts } from '#i18n/texts.ts';

export const accountTexts = defineTexts('account', {
  en: {
    entered: 'entered',
    redriven: 're-driven',
    created: 'copied or created',
    before: 'in progress before',
    delivered: 'delivered',
    filtered: 'filtered',
    merged: 'merged',
    rejected: 'rejected',
    dropped: 'dropped',
    expired: 'expired',
    underWay: 'waiting or in progress',
    asOf: 'counted at {{time}}',
  },
  es: {
    entered: 'de entrada',
    redriven: 'reenviados',
    created: 'copiados o creados',
    before: 'en curso desde antes',
    delivered: 'entregados',
    filtered: 'filtrados',
    merged: 'agrupados',
    rejected: 'rechazados',
    dropped: 'descartados',
    expired: 'caducados',
    underWay: 'en espera o en curso',
    asOf: 'contado a las {{time}}',
  },
});
