import { fieldTypes } from '@acequia/event';
import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { LookupConfig } from './config.ts';

const typeWords = Object.fromEntries(fieldTypes.map((type) => [type, { en: type, es: type }])) as Record<
  (typeof fieldTypes)[number],
  Localised
>;

export const lookupText: ComponentText<LookupConfig> = {
  title: { en: 'Lookup', es: 'Tabla de consulta' },
  summary: {
    en: 'Adds fields from a table: the row whose key fits the event.',
    es: 'Añade campos de una tabla: la fila cuya clave encaja con el evento.',
  },
  fields: {
    lookup: {
      label: { en: 'Lookup', es: 'Tabla' },
      help: {
        en: 'A table of your own. Tables are made and filled under Enrichments.',
        es: 'Una tabla propia. Las tablas se crean y se llenan en Enriquecimientos.',
      },
    },
    version: {
      label: { en: 'Version', es: 'Versión' },
      options: { latest: { en: 'The active one', es: 'La activa' }, fixed: { en: 'Always the same', es: 'Siempre la misma' } },
    },
    fixedVersion: { label: { en: 'Number of the version', es: 'Número de la versión' } },
    key: {
      label: { en: 'Key', es: 'Clave' },
      help: {
        en: 'A field or a text with fields; null is not found.',
        es: 'Un campo o un texto con campos; lo nulo no se encuentra.',
      },
      placeholder: { en: '${src}', es: '${src}' },
    },
    match: {
      label: { en: 'How the key fits', es: 'Cómo encaja la clave' },
      options: {
        exact: { en: 'The same text', es: 'El mismo texto' },
        'ignore-case': { en: 'The same text in any case', es: 'El mismo texto, sin mirar mayúsculas' },
        cidr: { en: 'Address in a network', es: 'Dirección dentro de una red' },
        range: { en: 'Value in a range', es: 'Valor dentro de un intervalo' },
        prefix: { en: 'Text that begins with it', es: 'Texto que empieza por ella' },
        wildcard: { en: 'Pattern with * and ?', es: 'Patrón con * y ?' },
      },
    },
    endColumn: {
      label: { en: 'Column with the end', es: 'Columna con el final' },
      help: { en: 'Empty: the key column holds from-to.', es: 'Vacío: la columna de la clave contiene desde-hasta.' },
    },
    columns: {
      label: { en: 'Columns', es: 'Columnas' },
      help: { en: 'Empty: all but the key, under their names.', es: 'Vacío: todas menos la clave, con sus nombres.' },
      fields: {
        column: { label: { en: 'Column', es: 'Columna' } },
        output: { label: { en: 'Write to', es: 'Escribir en' }, help: { en: 'Empty: its own name.', es: 'Vacío: su propio nombre.' } },
        type: {
          label: { en: 'Type', es: 'Tipo' },
          help: { en: 'Empty: as it is in the table.', es: 'Vacío: el de la tabla.' },
          options: typeWords,
        },
        default: { label: { en: 'When not found', es: 'Si no se encuentra' }, help: { en: 'Empty: null.', es: 'Vacío: nulo.' } },
      },
    },
    routeUnmatched: { label: { en: 'Own port for events not found', es: 'Puerto propio para los no encontrados' } },
  },
  ports: { unmatched: { en: 'Not found', es: 'No encontrados' } },
};
