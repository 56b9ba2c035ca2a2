import type * as z from 'zod';
import type { FieldsText } from '../../text/text.ts';
import { booleanField, choiceField } from '../plain-fields.ts';
import { sizeField } from '../unit-fields.ts';

/** Group `intake`: when an event counts as taken, and what happens to oversize ones (catalogue 2.7). */
export const intakeFields = () => ({
  durability: choiceField(['fsync', 'os', 'memory'], { default: 'fsync', group: 'intake', advanced: true }),
  ackWhen: choiceField(['journal', 'delivered'], { default: 'journal', group: 'intake', advanced: true }),
  maxEvent: sizeField({ default: '1 MiB', min: '1 KiB', max: '16 MiB', group: 'intake', advanced: true }),
  onOversize: choiceField(['truncate', 'split', 'reject'], { default: 'truncate', group: 'intake', advanced: true }),
  keepRaw: booleanField({ default: true, group: 'intake', advanced: true }),
});

export type IntakeConfig = z.infer<z.ZodObject<ReturnType<typeof intakeFields>>>;

export const intakeText: FieldsText<IntakeConfig> = {
  durability: {
    label: { en: 'Acknowledged means', es: 'Confirmado significa' },
    options: {
      fsync: { en: 'Synced to disk: nothing is lost', es: 'Sincronizado en disco: no se pierde nada' },
      os: { en: 'Written: a power failure can lose 30 s', es: 'Escrito: un corte de luz puede perder 30 s' },
      memory: { en: 'In memory: a crash loses what is unprocessed', es: 'En memoria: una caída pierde lo no procesado' },
    },
  },
  ackWhen: {
    label: { en: 'Answer the sender', es: 'Responder al emisor' },
    options: {
      journal: { en: 'Once the journal has it', es: 'Cuando el journal lo tiene' },
      delivered: { en: 'Once every destination has it', es: 'Cuando todos los destinos lo tienen' },
    },
  },
  maxEvent: { label: { en: 'Largest event', es: 'Tamaño máximo del evento' } },
  onOversize: {
    label: { en: 'Larger events', es: 'Eventos más grandes' },
    options: {
      truncate: { en: 'Cut, with a flag', es: 'Se recortan y se marcan' },
      split: { en: 'Split, with a flag', es: 'Se parten y se marcan' },
      reject: { en: 'Reject to the error port', es: 'Se rechazan al puerto de error' },
    },
  },
  keepRaw: {
    label: { en: 'Keep the text as received', es: 'Conservar el texto recibido' },
    help: { en: 'Readable as _raw in every pipeline.', es: 'Se puede leer como _raw en cualquier pipeline.' },
  },
};
