import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { choiceField, integerField, objectField } from '../plain-fields.ts';
import { regexField } from '../reference-fields.ts';
import { durationField, sizeField } from '../unit-fields.ts';
import { groupTitles } from './group-titles.ts';

const whenOn = { field: 'mode', in: ['starts', 'ends', 'continues'] } as const;

const members = () => ({
  mode: choiceField(['none', 'starts', 'ends', 'continues'], { default: 'none' }),
  pattern: regexField({ when: whenOn }),
  maxLines: integerField({ default: 500, min: 2, max: 100_000, when: whenOn, advanced: true }),
  maxBytes: sizeField({ default: '1 MiB', min: '1 KiB', max: '16 MiB', when: whenOn, advanced: true }),
  flushAfter: durationField({ default: '1s', min: '10ms', max: '1h', when: whenOn, advanced: true }),
});

export type MultiLineConfig = z.infer<z.ZodObject<ReturnType<typeof members>>>;

/** Group `multi-line`: several lines that make one event, joined with a line feed; one object so that its names stay its own. */
export const multiLineField = () =>
  objectField(members(), {
    default: { mode: 'none', maxLines: 500, maxBytes: '1 MiB', flushAfter: '1s' },
    group: 'multi-line',
    advanced: true,
  });

export const multiLineText: { readonly label: { en: string; es: string }; readonly fields: FieldsText<MultiLineConfig> } = {
  label: groupTitles['multi-line'],
  fields: {
    mode: {
      label: { en: 'Join lines', es: 'Unir líneas' },
      options: {
        none: { en: 'No, one line is one event', es: 'No, cada línea es un evento' },
        starts: { en: 'A matching line opens an event', es: 'La línea que coincide abre un evento' },
        ends: { en: 'A matching line closes the event', es: 'La línea que coincide cierra el evento' },
        continues: { en: 'A matching line belongs to the one before', es: 'La línea que coincide continúa la anterior' },
      },
    },
    pattern: { label: { en: 'Pattern', es: 'Patrón' }, placeholder: { en: '^\\d{4}-', es: '^\\d{4}-' } },
    maxLines: { label: { en: 'Most lines', es: 'Máximo de líneas' } },
    maxBytes: { label: { en: 'Largest joined event', es: 'Tamaño máximo unido' } },
    flushAfter: { label: { en: 'Close after a pause of', es: 'Cerrar tras una pausa de' } },
  },
};
