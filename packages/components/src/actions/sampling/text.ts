import type { ComponentText } from '@acequia/component-sdk/text';
import type { SamplingConfig } from './config.ts';

export const samplingText: ComponentText<SamplingConfig> = {
  title: { en: 'Sampling', es: 'Muestreo' },
  summary: {
    en: 'Lets a share of the events pass and records how many events each one represents.',
    es: 'Deja pasar una parte de los eventos e indica a cuántos eventos representa cada uno.',
  },
  searchWords: 'rate percent porcentaje',
  fields: {
    method: {
      label: { en: 'Method', es: 'Método' },
      options: {
        'first-of': { en: 'The first events of every group', es: 'Los primeros eventos de cada grupo' },
        percent: { en: 'A percentage', es: 'Un porcentaje' },
        'per-key': { en: 'The first events of each key', es: 'Los primeros eventos de cada clave' },
        adaptive: { en: 'A number per second', es: 'Un número por segundo' },
      },
    },
    allowed: { label: { en: 'Pass', es: 'Pasan' } },
    total: { label: { en: 'Of every', es: 'De cada' } },
    percent: { label: { en: 'Percentage', es: 'Porcentaje' } },
    hashField: {
      label: { en: 'Keep together by', es: 'Mantener juntos por' },
      help: {
        en: 'Events with the same value all pass or are all left out. Empty: each event is sampled separately.',
        es: 'Los eventos con el mismo valor pasan todos o ninguno. Vacío: cada evento se muestrea por separado.',
      },
    },
    keys: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'Fields that together form the key; null is a separate key.',
        es: 'Campos que juntos forman la clave; el nulo es una clave aparte.',
      },
    },
    first: { label: { en: 'Events per key', es: 'Eventos por clave' } },
    window: { label: { en: 'In every', es: 'En cada' } },
    target: { label: { en: 'Events per second', es: 'Eventos por segundo' } },
    weights: {
      label: { en: 'Weights', es: 'Pesos' },
      help: {
        en: 'A key with weight 5 gets five times the share of a key without a weight.',
        es: 'Una clave con peso 5 recibe cinco veces la parte de una clave sin peso.',
      },
      fields: {
        value: { label: { en: 'Value of the first field', es: 'Valor del primer campo' }, placeholder: { en: 'error', es: 'error' } },
        weight: { label: { en: 'Weight', es: 'Peso' } },
      },
    },
    always: {
      label: { en: 'Always pass', es: 'Pasan siempre' },
      help: {
        en: 'Events that meet this condition pass and are not counted.',
        es: 'Los eventos que cumplen esta condición pasan y no se cuentan.',
      },
    },
  },
  ports: { sampled_out: { en: 'Left out', es: 'Omitidos' } },
};
