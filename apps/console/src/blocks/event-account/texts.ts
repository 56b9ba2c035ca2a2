import { defineTexts } from '#i18n/texts.ts';

export const accountTexts = defineTexts('account', {
  en: {
    title: 'All pipelines',
    entered: 'entered',
    created: 'created by steps',
    before: 'in progress before',
    delivered: 'delivered',
    filtered: 'filtered',
    merged: 'merged',
    rejected: 'rejected',
    dropped: 'dropped',
    expired: 'expired',
    underWay: 'waiting or in progress',
  },
  es: {
    title: 'Todos los pipelines',
    entered: 'recibidos',
    created: 'creados por pasos',
    before: 'en curso desde antes',
    delivered: 'entregados',
    filtered: 'filtrados',
    merged: 'agrupados',
    rejected: 'rechazados',
    dropped: 'descartados',
    expired: 'caducados',
    underWay: 'en espera o en curso',
  },
});
