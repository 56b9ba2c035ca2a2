import { defineTexts } from '#i18n/texts.ts';

/** Apart from the words of states: no list needs them. */
export const retryTexts = defineTexts('retry-delivery', {
  en: {
    retry: 'Retry now',
    retried_one: '{{count}} worker is trying to deliver again',
    retried_other: '{{count}} workers are trying to deliver again',
    retriedText: 'The state shows whether it worked.',
    retriedNone: 'No worker that delivers here is connected',
    retriedNoneText: 'Delivery continues when one connects.',
    opened: 'The workers are trying to open the listener again',
    openedNone: 'No worker of its cluster is connected',
    openedNoneText: 'The listener opens when one connects.',
    loaded_one: '{{count}} worker is loading the table again',
    loaded_other: '{{count}} workers are loading the table again',
    loadedNone: 'No worker that needs the table is connected',
    loadedNoneText: 'The table is loaded when one connects.',
  },
  es: {
    retry: 'Reintentar ahora',
    retried_one: '{{count}} worker intenta entregar de nuevo',
    retried_other: '{{count}} workers intentan entregar de nuevo',
    retriedText: 'El estado muestra si ha funcionado.',
    retriedNone: 'Ningún worker que entregue aquí está conectado',
    retriedNoneText: 'La entrega continuará cuando se conecte uno.',
    opened: 'Los workers intentan abrir el listener de nuevo',
    openedNone: 'Ningún worker de su clúster está conectado',
    openedNoneText: 'El listener se abrirá cuando se conecte uno.',
    loaded_one: '{{count}} worker carga la tabla de nuevo',
    loaded_other: '{{count}} workers cargan la tabla de nuevo',
    loadedNone: 'Ningún worker que necesite la tabla está conectado',
    loadedNoneText: 'La tabla se cargará cuando se conecte uno.',
  },
});
