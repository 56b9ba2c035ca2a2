import { defineTexts } from '#i18n/texts.ts';

export const trialTexts = defineTexts('trial', {
  en: {
    label: 'Free trial',
    left_one: '{{count}} day left',
    left_other: '{{count}} days left',
    ends: 'It ends on {{day}}.',
    elapsed: 'Share of the trial that has passed',
    over: 'Your free trial has ended',
    overText: 'You can view everything but change nothing. Pipelines keep running until {{day}}.',
    stopped: 'Your free trial has ended and your pipelines are stopped',
    stoppedText: 'They stopped on {{day}}. You can view everything but change nothing.',
    plan: 'See the plan',
  },
  es: {
    label: 'Prueba gratuita',
    left_one: 'Queda {{count}} día',
    left_other: 'Quedan {{count}} días',
    ends: 'Termina el {{day}}.',
    elapsed: 'Parte de la prueba que ha pasado',
    over: 'Tu prueba gratuita ha terminado',
    overText: 'Puedes verlo todo, pero no cambiar nada. Los pipelines siguen en marcha hasta el {{day}}.',
    stopped: 'Tu prueba gratuita ha terminado y tus pipelines están detenidos',
    stoppedText: 'Se detuvieron el {{day}}. Puedes verlo todo, pero no cambiar nada.',
    plan: 'Ver el plan',
  },
});
