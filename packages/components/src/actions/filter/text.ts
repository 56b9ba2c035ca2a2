import type { ComponentText } from '@acequia/component-sdk/text';
import type { FilterConfig } from './config.ts';

export const filterText: ComponentText<FilterConfig> = {
  title: { en: 'Filter', es: 'Filtro' },
  summary: {
    en: 'Keeps or drops the events that meet a condition.',
    es: 'Conserva o descarta los eventos que cumplen una condición.',
  },
  searchWords: 'discard remove exclude quitar excluir',
  fields: {
    mode: {
      label: { en: 'What to do', es: 'Qué hacer' },
      help: {
        en: 'Events that do not pass are counted as filtered, or leave by the port Filtered.',
        es: 'Los eventos que no pasan cuentan como filtrados o salen por el puerto Filtrados.',
      },
      options: {
        keep: { en: 'Keep events where', es: 'Conservar los eventos donde' },
        drop: { en: 'Drop events where', es: 'Descartar los eventos donde' },
      },
    },
    condition: { label: { en: 'Condition', es: 'Condición' } },
  },
  ports: { filtered: { en: 'Filtered', es: 'Filtrados' } },
};

/** The same choice on a card, where the condition needs the room. */
export const modeWords = {
  keep: { en: 'Keep if', es: 'Conservar si' },
  drop: { en: 'Drop if', es: 'Descartar si' },
} as const;
