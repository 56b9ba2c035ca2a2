import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { FieldTransformationConfig } from './config.ts';
import { operations } from './operations/registry.ts';

const operationWords = {
  label: { en: 'Operation', es: 'Operación' },
  options: Object.fromEntries(operations.map(({ id, title }): [string, Localised] => [id, title])),
};

export const fieldTransformationText: ComponentText<FieldTransformationConfig> = {
  title: { en: 'Field transformation', es: 'Transformación de campos' },
  summary: {
    en: 'Changes fields step by step: numbers, units, dates, encodings, hashes, texts, lists.',
    es: 'Cambia campos paso a paso: números, unidades, fechas, codificaciones, hashes, textos, listas.',
  },
  searchWords: 'rename remove copy convert hash replace renombrar quitar convertir reemplazar',
  fields: {
    steps: {
      label: { en: 'Steps', es: 'Pasos' },
      help: {
        en: 'Run from top to bottom; each step sees the results of earlier ones.',
        es: 'Se ejecutan de arriba abajo; cada paso ve los resultados de los anteriores.',
      },
      fields: {
        field: { label: { en: 'Field', es: 'Campo' } },
        operation: operationWords,
        parameters: { label: { en: 'Parameters', es: 'Parámetros' } },
        output: {
          label: { en: 'Write to', es: 'Escribir en' },
          help: { en: 'Empty: the result replaces the field.', es: 'Vacío: el resultado reemplaza el campo.' },
        },
        onFail: {
          label: { en: 'When it fails', es: 'Si falla' },
          options: {
            error: { en: 'Leave by the error port', es: 'Salir por el puerto de error' },
            null: { en: 'Null', es: 'Nulo' },
            keep: { en: 'Keep the value', es: 'Conservar el valor' },
          },
        },
      },
    },
  },
};

export const operationGroupText: Readonly<Record<(typeof operations)[number]['group'], Localised>> = {
  'arithmetic-logic': { en: 'Numbers', es: 'Números' },
  'code-tidy': { en: 'Code and names', es: 'Código y nombres' },
  conversion: { en: 'Conversion', es: 'Conversión' },
  'date-time': { en: 'Date and time', es: 'Fecha y hora' },
  encoding: { en: 'Encoding', es: 'Codificación' },
  'encryption-hashing': { en: 'Hashes and keys', es: 'Hashes y claves' },
  extraction: { en: 'Extraction', es: 'Extracción' },
  networking: { en: 'Networks', es: 'Redes' },
  'data-format': { en: 'Data formats', es: 'Formatos de datos' },
  utils: { en: 'Text and lists', es: 'Texto y listas' },
  fields: { en: 'Fields', es: 'Campos' },
};
