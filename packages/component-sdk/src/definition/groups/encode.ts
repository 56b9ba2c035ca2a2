import * as z from 'zod';
import type { AnyFieldText, Localised } from '../../text/text.ts';
import { configObject } from '../config-object.ts';
import { field } from '../field.ts';
import { booleanField, choiceField, textField } from '../plain-fields.ts';
import { fieldRefField, templateField } from '../reference-fields.ts';

/** Group `encode` of a datasink's node: which part of the event is written, and how. */
export const encodeFields = <const F extends readonly [string, ...string[]]>(options: {
  readonly formats: F;
  readonly format: F[number];
}) => ({
  content: choiceField(['all', 'chosen', 'field', 'template'], { default: 'all', group: 'encode' }),
  fields: field(
    z
      .array(configObject({ field: fieldRefField({}), name: textField({ optional: true, max: 256 }) }))
      .min(1)
      .max(1024),
    'list',
    { when: { field: 'content', in: ['chosen'] }, group: 'encode' },
    { bounds: { min: 1, max: 1024 } },
  ),
  field: fieldRefField({ when: { field: 'content', in: ['field'] }, group: 'encode' }),
  template: templateField({ when: { field: 'content', in: ['template'] }, group: 'encode', max: 65_536 }),
  format: choiceField<
    F,
    {
      readonly default: F[number];
      readonly when: { readonly field: 'content'; readonly in: readonly ['all', 'chosen'] };
      readonly group: 'encode';
    }
  >(options.formats, { default: options.format, when: { field: 'content', in: ['all', 'chosen'] }, group: 'encode' }),
  omitNull: booleanField({ default: true, group: 'encode', advanced: true }),
  bigIntegers: choiceField(['number', 'string'], { default: 'number', group: 'encode', advanced: true }),
  timeFormat: textField({ default: 'RFC3339', max: 128, group: 'encode', advanced: true }),
});

export type EncodeConfig = z.infer<z.ZodObject<ReturnType<typeof encodeFields<readonly [string, ...string[]]>>>>;

const formatNames = {
  text: { en: 'Plain text', es: 'Texto' },
  json: { en: 'JSON', es: 'JSON' },
  ndjson: { en: 'JSON lines', es: 'Líneas JSON' },
  csv: { en: 'CSV', es: 'CSV' },
  kv: { en: 'Key–value pairs', es: 'Pares clave–valor' },
  'json-array': { en: 'JSON array', es: 'Lista JSON' },
} satisfies Record<string, Localised>;
export type EncodeFormat = keyof typeof formatNames;

/** Texts of the group for a component that writes these formats. */
export function encodeText<const F extends readonly [EncodeFormat, ...EncodeFormat[]]>(formats: F) {
  return {
    content: {
      label: { en: 'What is sent', es: 'Qué se envía' },
      options: {
        all: { en: 'All fields', es: 'Todos los campos' },
        chosen: { en: 'Chosen fields', es: 'Campos elegidos' },
        field: { en: 'One field', es: 'Un solo campo' },
        template: { en: 'A template', es: 'Una plantilla' },
      },
    },
    fields: {
      label: { en: 'Fields', es: 'Campos' },
      fields: {
        field: { label: { en: 'Field', es: 'Campo' } },
        name: { label: { en: 'Sent as', es: 'Se envía como' }, help: { en: 'Empty keeps the name.', es: 'Vacío conserva el nombre.' } },
      },
    },
    field: { label: { en: 'Field', es: 'Campo' } },
    template: { label: { en: 'Template', es: 'Plantilla' } },
    format: {
      label: { en: 'Format', es: 'Formato' },
      options: Object.fromEntries(formats.map((format) => [format, formatNames[format]])) as Record<F[number], Localised>,
    },
    omitNull: { label: { en: 'Leave empty fields out', es: 'Omitir los campos vacíos' } },
    bigIntegers: {
      label: { en: 'Integers beyond 2⁵³', es: 'Enteros mayores de 2⁵³' },
      options: { number: { en: 'As numbers', es: 'Como números' }, string: { en: 'As text', es: 'Como texto' } },
    },
    timeFormat: { label: { en: 'Format of times', es: 'Formato de las horas' } },
  } satisfies Readonly<Record<keyof EncodeConfig, AnyFieldText>>;
}
