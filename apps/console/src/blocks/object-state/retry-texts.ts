import { defineTexts } from '#i18n/texts.ts';

/** Apart from the words of states: no list needs them. */
export const retryTexts = defineTexts('retry-delivery', {
  en: {
    retry: 'Retry now',
    retried_one: '{{count}} worker tries to deliver again',
    retried_other: '{{count}} workers try to deliver again',
    retriedText: 'The state shows whether it worked.',
    retriedNone: 'No worker that delivers here is connected',
    retriedNoneText: 'Delivery continues when one connects.',
  },
  es: {
    retry: 'Reintentar ahora',
    retried_one: '{{count}} worker intenta entregar de nuevo',
    retried_other: '{{count}} workers intentan entregar de nuevo',
    retriedText: 'El estado muestra si ha funcionado.',
    retriedNone: 'Ningún worker que entrega aquí está conectado',
    retriedNoneText: 'La entrega continúa cuando se conecte uno.',
  },
});
