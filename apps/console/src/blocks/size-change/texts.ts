import { defineTexts } from '#i18n/texts.ts';

export const sizeTexts = defineTexts('sizes', {
  en: {
    difference: 'Difference',
    enteredDelivered: 'Entered its pipelines → delivered',
    same: 'Same size',
    few: 'Not enough data',
    fewHint: 'Shown from {{least}} events',
    open: 'Pending',
    openHint: 'Not comparable while events wait, or came from before this period',
    events_one: '{{entered}} → {{delivered}} event',
    events_other: '{{entered}} → {{delivered}} events',
    in: '{{size}} in',
    basis: '{{entered}} in → {{delivered}} to {{name}}',
  },
  es: {
    difference: 'Diferencia',
    enteredDelivered: 'Entró en sus pipelines → se entregó',
    same: 'Mismo tamaño',
    few: 'Aún hay pocos datos',
    fewHint: 'Se muestra a partir de {{least}} eventos',
    open: 'Pendiente',
    openHint: 'No se puede comparar mientras haya eventos en espera o venidos de antes del periodo',
    events_one: '{{entered}} → {{delivered}} evento',
    events_other: '{{entered}} → {{delivered}} eventos',
    in: 'Entraron {{size}}',
    basis: 'Entraron {{entered}} → {{delivered}} a {{name}}',
  },
});
