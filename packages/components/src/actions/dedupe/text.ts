import type { ComponentText } from '@acequia/component-sdk/text';
import type { DedupeConfig } from './config.ts';

export const dedupeText: ComponentText<DedupeConfig> = {
  title: { en: 'Deduplicate', es: 'Quitar duplicados' },
  summary: {
    en: 'Lets the first or the last event of each key pass and holds back the others within a time.',
    es: 'Deja pasar el primer o el último evento de cada clave y aparta los demás dentro de un plazo.',
  },
  fields: {
    keys: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'Fields that together make the key; null is a value. Empty: the whole text of the event.',
        es: 'Campos que juntos forman la clave; el nulo es un valor. Vacío: el texto completo del evento.',
      },
    },
    within: {
      label: { en: 'Within', es: 'Plazo' },
      help: { en: 'Counted from the time of receipt, 1s to 7d.', es: 'Se cuenta por la hora de recepción, de 1s a 7d.' },
    },
    sliding: {
      label: { en: 'Each duplicate starts the time again', es: 'Cada duplicado reinicia el plazo' },
      help: {
        en: 'The key passes again only after a pause as long as the time.',
        es: 'La clave solo vuelve a pasar tras una pausa igual al plazo.',
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
        en: 'Beyond them the oldest is forgotten and counted as evicted; its next event passes, or the one kept of it goes out early.',
        es: 'Por encima se olvida la más antigua y se cuenta como desalojada; su siguiente evento pasa, o el que se guardaba sale antes.',
      },
    },
    count: {
      label: { en: 'Write the number held back into', es: 'Escribir los apartados en' },
      help: {
        en: 'The next first event of the key carries how many were held back since the one before; the last one, how many were before it.',
        es: 'El siguiente primer evento de la clave lleva cuántos se apartaron desde el anterior; el último, cuántos hubo antes.',
      },
    },
  },
  ports: { duplicates: { en: 'Duplicates', es: 'Duplicados' } },
};
