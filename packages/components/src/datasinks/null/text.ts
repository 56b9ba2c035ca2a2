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
  groups: groupTitles,
  fields: { retry: retryText, ...requestText, ...homeMetricsText, ...queueText, ...batchText },
};
