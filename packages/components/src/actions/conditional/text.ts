import type { ComponentText } from '@acequia/component-sdk/text';
import type { ConditionalConfig } from './config.ts';

export const conditionalText: ComponentText<ConditionalConfig> = {
  title: { en: 'Conditional', es: 'Condicional' },
  summary: {
    en: 'Sends each event to the port of the condition that it meets.',
    es: 'Envía cada evento por el puerto de la condición que cumple.',
  },
  searchWords: 'route branch switch if split enrutar ramificar si',
  fields: {
    conditions: {
      label: { en: 'Conditions', es: 'Condiciones' },
      help: {
        en: 'Tested from top to bottom; each condition has its own port.',
        es: 'Se comprueban de arriba abajo; cada condición tiene su propio puerto.',
      },
      fields: {
        name: { label: { en: 'Name', es: 'Nombre' }, help: { en: 'Becomes the name of the port.', es: 'Será el nombre del puerto.' } },
        condition: { label: { en: 'Condition', es: 'Condición' } },
      },
    },
    mode: {
      label: { en: 'When several are true', es: 'Cuando se cumplen varias' },
      options: { first: { en: 'The first wins', es: 'Gana la primera' }, all: { en: 'A copy for each', es: 'Una copia por cada una' } },
    },
  },
};
