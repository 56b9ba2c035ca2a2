import { defineTexts } from '#i18n/texts.ts';

/** Most organizations never load these. */
export const demoNoteTexts = defineTexts('demoNote', {
  en: {
    demoOffer: 'Look at a running example first',
    demoOfferText: 'Four pipelines and an outage to watch, in a separate organization. Remove it with one click.',
    demoAdd: 'Add the demo',
    demoThere: 'The demo is running',
    demoThereText: 'Its events are not counted here.',
    demoOpen: 'Open the demo',
    demoTour: 'Take the tour',
    demoRemove: 'Remove the demo',
    demoRemoved: 'Demo removed',
  },
  es: {
    demoOffer: 'Mira antes un ejemplo en marcha',
    demoOfferText: 'Cuatro pipelines y una avería en vivo, en una organización aparte. Se quita con un clic.',
    demoAdd: 'Añadir la demo',
    demoThere: 'La demo está en marcha',
    demoThereText: 'Sus eventos no se cuentan aquí.',
    demoOpen: 'Abrir la demo',
    demoTour: 'Hacer el recorrido',
    demoRemove: 'Quitar la demo',
    demoRemoved: 'Demo quitada',
  },
});
