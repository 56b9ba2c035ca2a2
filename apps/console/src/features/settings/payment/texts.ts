import { defineTexts } from '#i18n/texts.ts';

export const paymentTexts = defineTexts('payment', {
  en: {
    title: 'No payment needed',
    text: 'Acequia runs on your own machines. It is free software under the Apache License 2.0, without plans or paid limits.',
    plan: 'Plan',
    planValue: 'Self-hosted',
    cost: 'Cost',
    costValue: 'None',
    license: 'License',
    organization: 'Organization',
    terms: 'Read the terms',
    trialTitle: 'Your trial of Acequia',
    trialOverTitle: 'Your free trial has ended',
    trialText:
      'The trial has no limits. After it ends, you can view everything but change nothing, and pipelines keep running for 7 more days. The operator of this installation can extend the trial or give your organization a plan.',
    trialPlan: 'Free trial',
    trialEnds: 'Trial ends',
    trialStops: 'Pipelines stop',
  },
  es: {
    title: 'No hay que pagar nada',
    text: 'Acequia funciona en tus propias máquinas. Es software libre con la licencia Apache 2.0, sin planes ni límites de pago.',
    plan: 'Plan',
    planValue: 'En tus máquinas',
    cost: 'Precio',
    costValue: 'Gratis',
    license: 'Licencia',
    organization: 'Organización',
    terms: 'Leer los términos',
    trialTitle: 'Tu prueba de Acequia',
    trialOverTitle: 'Tu prueba gratuita ha terminado',
    trialText:
      'La prueba no tiene límites. Cuando termina, puedes verlo todo pero no cambiar nada, y los pipelines siguen en marcha 7 días más. El operador de esta instalación puede alargar la prueba o dar un plan a tu organización.',
    trialPlan: 'Prueba gratuita',
    trialEnds: 'Fin de la prueba',
    trialStops: 'Parada de los pipelines',
  },
});
