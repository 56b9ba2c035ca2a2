import type { ComponentText } from '@acequia/component-sdk/text';
import type { DedupeConfig } from './config.ts';

export const dedupeText: ComponentText<DedupeConfig> = {
  title: { en: 'Deduplicate', es: 'Quitar duplicados' },
  summary: {
    en: 'Lets the first or the last event of each key pass and holds back the others for a time.',
    es: 'Deja pasar el primer o el último evento de cada clave y aparta los demás dentro de un plazo.',
  },
  searchWords: 'unique suppress throttle repetidos',
  fields: {
    keys: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'Fields that together form the key; null is a value. Empty: the original text of the event.',
        es: 'Campos que juntos forman la clave; el nulo es un valor. Vacío: el texto original del evento.',
      },
    },
    within: {
      label: { en: 'Within', es: 'Plazo' },
      help: { en: 'Counted from the time of receipt, 1s to 7d.', es: 'Se cuenta por la hora de recepción, de 1s a 7d.' },
    },
    sliding: {
      label: { en: 'Each duplicate starts the time again', es: 'Cada duplicado reinicia el plazo' },
      help: {
        en: 'The key passes again only after a pause of this length.',
        es: 'La clave solo vuelve a pasar tras una pausa de esta duración.',
      },
    },
    keep: {
      label: { en: 'Let pass', es: 'Dejar pasar' },
      options: {
        first: { en: 'The first, at once', es: 'El primero, enseguida' },
        'last-of-window': { en: 'The last, when the time is over', es: 'El último, cuando acaba el plazo' },
      },
    },
    maxKeys: {
      label: { en: 'Keys remembered', es: 'Claves recordadas' },
      help: {
        en: 'Above this number, the oldest key is forgotten and counted as evicted. Its next event passes, or its kept event leaves early.',
        es: 'Por encima de este número, la clave más antigua se olvida y se cuenta como desalojada. Su siguiente evento pasa, o el que se guardaba sale antes.',
      },
    },
    count: {
      label: { en: 'Write the number held back into', es: 'Escribir los apartados en' },
      help: {
        en: 'Field for the number of events of the key that were held back since the previous one passed.',
        es: 'Campo para el número de eventos de la clave que se apartaron desde que pasó el anterior.',
      },
    },
  },
  ports: { duplicates: { en: 'Duplicates', es: 'Duplicados' } },
};
