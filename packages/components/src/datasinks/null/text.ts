import { batchText, groupTitles, queueText, requestText, retryText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { homeMetricsText } from '../../encoding/common-fields.ts';
import type { NullCreation, NullNode } from './config.ts';

export const nullText: ComponentText<NullCreation & NullNode> = {
  title: { en: 'Nowhere', es: 'Ninguna parte' },
  summary: {
    en: 'Counts events as delivered and keeps nothing: for trials and measurements.',
    es: 'Cuenta los eventos como entregados y no guarda nada: para pruebas y mediciones.',
  },
  groups: { ...groupTitles, rehearsal: { en: 'Simulated outage', es: 'Caída simulada' } },
  fields: {
    outageEvery: {
      label: { en: 'Fail every', es: 'Fallar cada' },
      help: {
        en: 'Accepts no events for a while, then delivers the waiting ones. Shows what an outage of a destination looks like. Empty: never.',
        es: 'Durante un rato no acepta eventos; después entrega los que esperan. Enseña cómo se ve la caída de un destino. Vacío: nunca.',
      },
    },
    outageFor: { label: { en: 'Fail for', es: 'Fallar durante' } },
    retry: retryText,
    ...requestText,
    ...homeMetricsText,
    ...queueText,
    ...batchText,
  },
};
