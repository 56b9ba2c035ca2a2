import { defineTexts } from '#i18n/texts.ts';

export const paymentTexts = defineTexts('payment', {
  en: {
    title: 'Nothing to pay here',
    text: 'This Acequia runs on your own machines. It is free software under the Apache License 2.0: no plan, no card and no limit that money would lift.',
    plan: 'Plan',
    planValue: 'Self-hosted',
    cost: 'Cost',
    costValue: 'None',
    license: 'Licence',
    organization: 'Organization',
    terms: 'Read the terms',
  },
  es: {
    title: 'Aquí no hay nada que pagar',
    text: 'Este Acequia funciona en tus propias máquinas. Es software libre con licencia Apache 2.0: sin plan, sin tarjeta y sin límites que se levanten pagando.',
    plan: 'Plan',
    planValue: 'En tus máquinas',
    cost: 'Coste',
    costValue: 'Ninguno',
    license: 'Licencia',
    organization: 'Organización',
    terms: 'Leer los términos',
  },
});
