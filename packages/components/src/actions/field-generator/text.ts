import { fieldTypes } from '@acequia/event';
import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { FieldGeneratorConfig } from './config.ts';

const typeWords = Object.fromEntries(fieldTypes.map((type) => [type, { en: type, es: type }])) as Record<
  (typeof fieldTypes)[number],
  Localised
>;

export const fieldGeneratorText: ComponentText<FieldGeneratorConfig> = {
  title: { en: 'Field generator', es: 'Generador de campos' },
  summary: {
    en: 'Adds fields: constants, results of expressions, times, ids, sequences.',
    es: 'Añade campos: constantes, resultados de expresiones, horas, identificadores, secuencias.',
  },
  searchWords: 'set eval compute calcular',
  fields: {
    fields: {
      label: { en: 'New fields', es: 'Campos nuevos' },
      help: {
        en: 'Created from top to bottom; later fields can use earlier ones.',
        es: 'Se crean de arriba abajo; cada campo puede usar los anteriores.',
      },
      fields: {
        name: { label: { en: 'Name', es: 'Nombre' } },
        source: {
          label: { en: 'Value', es: 'Valor' },
          options: {
            literal: { en: 'Constant', es: 'Constante' },
            expression: { en: 'Expression', es: 'Expresión' },
            now: { en: 'Time of processing', es: 'Hora de proceso' },
            'uuid-v7': { en: 'Unique id (UUID v7)', es: 'Identificador único (UUID v7)' },
            sequence: { en: 'Sequence', es: 'Secuencia' },
            _cluster: { en: 'Name of the cluster', es: 'Nombre del clúster' },
            _worker: { en: 'Name of the worker', es: 'Nombre del worker' },
            'hash-bucket': { en: 'Bucket by hash of a field', es: 'Grupo según el hash de un campo' },
          },
        },
        literal: {
          label: { en: 'Constant', es: 'Constante' },
          help: { en: 'Letters, digits and symbols, without spaces.', es: 'Letras, cifras y símbolos, sin espacios.' },
          placeholder: { en: 'production', es: 'producción' },
        },
        expression: { label: { en: 'Expression', es: 'Expresión' } },
        start: { label: { en: 'First number', es: 'Primer número' } },
        step: { label: { en: 'Step', es: 'Paso' } },
        field: { label: { en: 'Field', es: 'Campo' } },
        buckets: { label: { en: 'Buckets', es: 'Grupos' } },
        type: {
          label: { en: 'Type', es: 'Tipo' },
          help: { en: 'Empty: the type of the value.', es: 'Vacío: el tipo del valor.' },
          options: typeWords,
        },
        ifExists: {
          label: { en: 'If the field exists', es: 'Si el campo ya existe' },
          options: { overwrite: { en: 'Replace it', es: 'Reemplazarlo' }, keep: { en: 'Keep it', es: 'Conservarlo' } },
        },
      },
    },
  },
};
