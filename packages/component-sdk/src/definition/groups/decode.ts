import type * as z from 'zod';
import type { AnyFieldText, Localised } from '../../text/text.ts';
import { choiceField, textField } from '../plain-fields.ts';
import { fieldRefField } from '../reference-fields.ts';
import { timezoneField } from '../unit-fields.ts';

/** Group `decode`: from a frame to fields. The component names the formats it accepts. */
export const decodeFields = <const F extends readonly [string, ...string[]]>(options: {
  readonly formats: F;
  readonly format: F[number];
}) => ({
  format: choiceField<F, { readonly default: F[number]; readonly group: 'decode' }>(options.formats, {
    default: options.format,
    group: 'decode',
  }),
  charset: textField({ default: 'utf-8', max: 32, pattern: /^[A-Za-z0-9._:-]+$/, group: 'decode', advanced: true }),
  onInvalid: choiceField(['replace', 'reject', 'base64'], { default: 'replace', group: 'decode', advanced: true }),
  timeField: fieldRefField({ optional: true, group: 'decode', advanced: true }),
  timeFormat: textField({ optional: true, max: 128, group: 'decode', advanced: true }),
  timezone: timezoneField({ default: 'UTC', group: 'decode', advanced: true }),
});

export type DecodeConfig = z.infer<z.ZodObject<ReturnType<typeof decodeFields<readonly [string, ...string[]]>>>>;

const formatNames = {
  text: { en: 'Plain text', es: 'Texto' },
  json: { en: 'JSON', es: 'JSON' },
  ndjson: { en: 'JSON lines', es: 'Líneas JSON' },
  csv: { en: 'CSV', es: 'CSV' },
  kv: { en: 'Key–value pairs', es: 'Pares clave–valor' },
  syslog: { en: 'Syslog', es: 'Syslog' },
  cef: { en: 'CEF', es: 'CEF' },
  leef: { en: 'LEEF', es: 'LEEF' },
} satisfies Record<string, Localised>;
export type DecodeFormat = keyof typeof formatNames;

/** Texts of the group for a component that accepts these formats. */
export function decodeText<const F extends readonly [DecodeFormat, ...DecodeFormat[]]>(formats: F) {
  return {
    format: {
      label: { en: 'Format', es: 'Formato' },
      options: Object.fromEntries(formats.map((format) => [format, formatNames[format]])) as Record<F[number], Localised>,
    },
    charset: { label: { en: 'Character set', es: 'Juego de caracteres' } },
    onInvalid: {
      label: { en: 'Invalid characters', es: 'Caracteres no válidos' },
      options: {
        replace: { en: 'Replace with �', es: 'Sustituir por �' },
        reject: { en: 'Reject the event', es: 'Rechazar el evento' },
        base64: { en: 'Keep the bytes as base64', es: 'Guardar los bytes en base64' },
      },
    },
    timeField: {
      label: { en: 'Field with the time', es: 'Campo con la hora' },
      help: { en: 'Empty uses the moment of receipt.', es: 'Vacío usa el momento de recepción.' },
    },
    timeFormat: {
      label: { en: 'Format of that time', es: 'Formato de esa hora' },
      placeholder: { en: '%Y-%m-%d %H:%M:%S', es: '%Y-%m-%d %H:%M:%S' },
    },
    timezone: { label: { en: 'Time zone of times without one', es: 'Zona de las horas que no la indican' } },
  } satisfies Readonly<Record<keyof DecodeConfig, AnyFieldText>>;
}
