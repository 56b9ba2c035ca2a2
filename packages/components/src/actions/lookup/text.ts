import { fieldTypes } from '@acequia/event';
import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { LookupConfig } from './config.ts';

const typeWords = Object.fromEntries(fieldTypes.map((type) => [type, { en: type, es: type }])) as Record<
  (typeof fieldTypes)[number],
  Localised
>;

export const lookupText: ComponentText<LookupConfig> = {
  title: { en: 'Lookup', es: 'Lookup' },
  summary: {
    en: 'Adds fields from an enrichment: the row whose key matches the event.',
    es: 'Añade campos de un enriquecimiento: la fila cuya clave coincide con el evento.',
  },
  searchWords: 'join enrich unir cruzar',
  fields: {
    lookup: {
      label: { en: 'Enrichment', es: 'Enriquecimiento' },
      help: {
        en: 'The table to look up. Create and fill it under Enrichments.',
        es: 'La tabla que se consulta. Se crea y se llena en Enriquecimientos.',
      },
    },
    version: {
      label: { en: 'Version', es: 'Versión' },
      options: { latest: { en: 'The active one', es: 'La activa' }, fixed: { en: 'Always the same', es: 'Siempre la misma' } },
    },
    fixedVersion: { label: { en: 'Version number', es: 'Número de versión' } },
    key: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'A field or a text with fields. A null key is not found.',
        es: 'Un campo o un texto con campos. Una clave nula no se encuentra.',
      },
      placeholder: { en: '${src}', es: '${src}' },
    },
    match: {
      label: { en: 'How the key matches', es: 'Cómo coincide la clave' },
      options: {
        exact: { en: 'The same text', es: 'El mismo texto' },
        'ignore-case': { en: 'The same text, ignoring case', es: 'El mismo texto, sin distinguir mayúsculas' },
        cidr: { en: 'Address in a network', es: 'Dirección dentro de una red' },
        range: { en: 'Value in a range', es: 'Valor dentro de un intervalo' },
        prefix: { en: 'Text that starts with the key', es: 'Texto que empieza por la clave' },
        wildcard: { en: 'Pattern with * and ?', es: 'Patrón con * y ?' },
      },
    },
    endColumn: {
      label: { en: 'Column with the end', es: 'Columna con el final' },
      help: { en: 'Empty: the key column contains from-to.', es: 'Vacío: la columna de la clave contiene desde-hasta.' },
    },
    columns: {
      label: { en: 'Columns', es: 'Columnas' },
      help: {
        en: 'Empty: all columns except the key, under their names.',
        es: 'Vacío: todas las columnas menos la clave, con sus nombres.',
      },
      fields: {
        column: { label: { en: 'Column', es: 'Columna' }, placeholder: { en: 'owner', es: 'owner' } },
        output: { label: { en: 'Write to', es: 'Escribir en' }, help: { en: 'Empty: its own name.', es: 'Vacío: su propio nombre.' } },
        type: {
          label: { en: 'Type', es: 'Tipo' },
          help: { en: 'Empty: as it is in the table.', es: 'Vacío: el de la tabla.' },
          options: typeWords,
        },
        default: { label: { en: 'When not found', es: 'Si no se encuentra' }, help: { en: 'Empty: null.', es: 'Vacío: nulo.' } },
      },
    },
    routeUnmatched: { label: { en: 'Separate port for events not found', es: 'Puerto aparte para los no encontrados' } },
  },
  ports: { unmatched: { en: 'Not found', es: 'Sin datos' } },
};
