import type { ComponentText } from '@acequia/component-sdk/text';
import type { SamplingConfig } from './config.ts';

export const samplingText: ComponentText<SamplingConfig> = {
  title: { en: 'Sampling', es: 'Muestreo' },
  summary: {
    en: 'Lets a part of the events pass and says how many each of them stands for.',
    es: 'Deja pasar una parte de los eventos e indica a cuántos representa cada uno.',
  },
  fields: {
    method: {
      label: { en: 'Method', es: 'Método' },
      options: {
        'first-of': { en: 'The first of every so many', es: 'Los primeros de cada tantos' },
        percent: { en: 'A percentage', es: 'Un porcentaje' },
        'per-key': { en: 'The first of each key', es: 'Los primeros de cada clave' },
        adaptive: { en: 'So many per second', es: 'Tantos por segundo' },
      },
    },
    allowed: { label: { en: 'Pass', es: 'Pasan' } },
    total: { label: { en: 'Of every', es: 'De cada' } },
    percent: { label: { en: 'Percentage', es: 'Porcentaje' } },
    hashField: {
      label: { en: 'Keep together by', es: 'Mantener juntos por' },
      help: {
        en: 'Events with the same value pass or stay together. Empty: each event for itself.',
        es: 'Los eventos con el mismo valor pasan o no juntos. Vacío: cada evento por su cuenta.',
      },
    },
    keys: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'Fields that together make the key; null is a key of its own.',
        es: 'Campos que juntos forman la clave; el nulo es una más.',
      },
    },
    first: { label: { en: 'Events per key', es: 'Eventos por clave' } },
    window: { label: { en: 'In every', es: 'En cada' } },
    target: { label: { en: 'Events per second', es: 'Eventos por segundo' } },
    weights: {
      label: { en: 'Weights', es: 'Pesos' },
      help: {
        en: 'A key with weight 5 gets five times the share of one without.',
        es: 'Una clave con peso 5 recibe cinco veces la parte de una que no tiene.',
      },
      fields: {
        value: { label: { en: 'Value of the first field', es: 'Valor del primer campo' } },
        weight: { label: { en: 'Weight', es: 'Peso' } },
      },
    },
    always: {
      label: { en: 'Always pass', es: 'Pasan siempre' },
      help: { en: 'Events that meet it pass and are not counted.', es: 'Los que la cumplen pasan y no se cuentan.' },
    },
  },
  ports: { sampled_out: { en: 'Left out', es: 'Descartados' } },
};
