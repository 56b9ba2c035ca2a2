import { defineTexts } from '#i18n/texts.ts';

export const demoTexts = defineTexts('demo', {
  en: {
    label: 'Demo',
    title: 'These events are invented',
    text: 'The engine is the real one. Nothing is sent anywhere.',
    leave: 'Back to your organization',
  },
  es: {
    label: 'Demo',
    title: 'Estos eventos son inventados',
    text: 'El motor es el de verdad. No se envía nada a ninguna parte.',
    leave: 'Volver a tu organización',
  },
});
