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
    opened: 'The workers try to open it again',
    openedNone: 'No worker of its cluster is connected',
    openedNoneText: 'It is opened when one connects.',
    loaded_one: '{{count}} worker loads it again',
    loaded_other: '{{count}} workers load it again',
    loadedNone: 'No worker that needs it is connected',
    loadedNoneText: 'It is loaded when one connects.',
  },
  es: {
    retry: 'Reintentar ahora',
    retried_one: '{{count}} worker intenta entregar de nuevo',
    retried_other: '{{count}} workers intentan entregar de nuevo',
    retriedText: 'El estado muestra si ha funcionado.',
    retriedNone: 'Ningún worker que entrega aquí está conectado',
    retriedNoneText: 'La entrega continúa cuando se conecte uno.',
    opened: 'Los workers intentan abrirlo de nuevo',
    openedNone: 'Ningún worker de su clúster está conectado',
    openedNoneText: 'Se abre cuando se conecte uno.',
    loaded_one: '{{count}} worker lo carga de nuevo',
    loaded_other: '{{count}} workers lo cargan de nuevo',
    loadedNone: 'Ningún worker que lo necesita está conectado',
    loadedNoneText: 'Se carga cuando se conecte uno.',
  },
});
