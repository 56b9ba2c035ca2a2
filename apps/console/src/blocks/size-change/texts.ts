import { defineTexts } from '#i18n/texts.ts';

export const sizeTexts = defineTexts('sizes', {
  en: {
    difference: 'Difference',
    enteredSent: 'Entered its pipelines → sent to it',
    same: 'Same size',
    few: 'Not enough data',
    fewHint: 'Shown from {{least}} events',
    open: 'Pending',
    openHint: 'Known once no events wait',
    filtered_one: '{{shown}} filtered or merged',
    filtered_other: '{{shown}} filtered or merged',
    in: '{{size}} in',
    basis: '{{entered}} in → {{sent}} to {{name}}',
  },
  es: {
    difference: 'Diferencia',
    enteredSent: 'Entró en sus pipelines → se le envió',
    same: 'Mismo tamaño',
    few: 'Aún hay pocos datos',
    fewHint: 'Se muestra a partir de {{least}} eventos',
    open: 'Pendiente',
    openHint: 'Se sabrá cuando no haya eventos en espera',
    filtered_one: '{{shown}} filtrado o agrupado',
    filtered_other: '{{shown}} filtrados o agrupados',
    in: 'Entraron {{size}}',
    basis: 'Entraron {{entered}} → {{sent}} a {{name}}',
  },
});
