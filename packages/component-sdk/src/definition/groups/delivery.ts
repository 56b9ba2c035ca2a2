import type * as z from 'zod';
import type { FieldsText, Localised } from '../../text/text.ts';
import { booleanField, choiceField, integerField, objectField } from '../plain-fields.ts';
import { fieldRefField } from '../reference-fields.ts';
import { durationField, sizeField } from '../unit-fields.ts';
import { groupTitles } from './group-titles.ts';

/** Group `batch`: a batch closes at whichever comes first; sizes count the encoded, uncompressed form. */
export const batchFields = (defaults: { readonly maxEvents: number; readonly maxBytes: string; readonly maxWait: string }) => ({
  maxEvents: integerField({ default: defaults.maxEvents, min: 1, max: 100_000, group: 'batch', advanced: true }),
  maxBytes: sizeField({ default: defaults.maxBytes, min: '1 KiB', max: '64 MiB', group: 'batch', advanced: true }),
  maxWait: durationField({ default: defaults.maxWait, min: '1ms', max: '1h', group: 'batch', advanced: true }),
});
export type BatchConfig = z.infer<z.ZodObject<ReturnType<typeof batchFields>>>;
export const batchText: FieldsText<BatchConfig> = {
  maxEvents: { label: { en: 'Events per batch', es: 'Eventos por lote' } },
  maxBytes: { label: { en: 'Size of a batch', es: 'Tamaño del lote' }, help: { en: 'Before compression.', es: 'Antes de comprimir.' } },
  maxWait: { label: { en: 'Longest wait for a batch', es: 'Espera máxima del lote' } },
};

const retryMembers = () => ({
  giveUpAfter: durationField({ default: '24h', min: '1m', max: '30d', or: '0' }),
  firstWait: durationField({ default: '500ms', min: '10ms', max: '1h', advanced: true }),
  maxWait: durationField({ default: '60s', min: '10ms', max: '1h', advanced: true }),
});
export type RetryConfig = z.infer<z.ZodObject<ReturnType<typeof retryMembers>>>;

/** Group `retry`: how long a passing fault is met with another try. One object, because `maxWait` is a name of `batch` too. */
export const retryField = () =>
  objectField(retryMembers(), { default: { giveUpAfter: '24h', firstWait: '500ms', maxWait: '60s' }, group: 'retry', advanced: true });
export const retryText: { readonly label: Localised; readonly fields: FieldsText<RetryConfig> } = {
  label: groupTitles.retry,
  fields: {
    giveUpAfter: { label: { en: 'Give up after', es: 'Desistir tras' }, help: { en: '0 never gives up.', es: '0 no desiste nunca.' } },
    firstWait: { label: { en: 'First wait', es: 'Primera espera' } },
    maxWait: { label: { en: 'Longest wait', es: 'Espera máxima' } },
  },
};

/** Group `request`: how many requests run at once and in which order. */
export const requestFields = (defaults: { readonly concurrency?: number; readonly order?: 'none' | 'key' | 'strict' } = {}) => ({
  concurrency: integerField({ default: defaults.concurrency ?? 4, min: 1, max: 64, group: 'request', advanced: true }),
  // docs/decisions.md, "order per key"
  order: choiceField(['none', 'key', 'strict'], { default: defaults.order ?? 'none', retired: ['key'], group: 'request', advanced: true }),
  orderKey: fieldRefField({ when: { field: 'order', in: ['key'] }, group: 'request', advanced: true }),
});
export type RequestConfig = z.infer<z.ZodObject<ReturnType<typeof requestFields>>>;
export const requestText: FieldsText<RequestConfig> = {
  concurrency: {
    label: { en: 'Requests at once', es: 'Peticiones simultáneas' },
    help: { en: 'Lowered automatically while the destination asks for less.', es: 'Baja automáticamente mientras el destino pida menos.' },
  },
  order: {
    label: { en: 'Order', es: 'Orden' },
    options: {
      none: { en: 'Batches may overtake', es: 'Los lotes pueden adelantarse' },
      key: { en: 'Per key (for now, the same as strict)', es: 'Por clave (de momento, igual que estricto)' },
      strict: { en: 'Strict, one at a time', es: 'Estricto, de uno en uno' },
    },
  },
  orderKey: {
    label: { en: 'Key of the order', es: 'Clave del orden' },
    help: {
      en: 'Not used yet: all events keep their order, one request at a time.',
      es: 'Aún no se usa: todos los eventos conservan su orden, con una petición cada vez.',
    },
  },
};

/** Group `queue` of a datasink's node: what happens while the destination does not keep up. */
export const queueFields = () => ({
  whenFull: choiceField(['wait', 'drop-oldest', 'drop-newest'], { default: 'wait', group: 'queue', advanced: true }),
  pauseOnError: booleanField({ default: true, group: 'queue', advanced: true }),
});
export type QueueConfig = z.infer<z.ZodObject<ReturnType<typeof queueFields>>>;
export const queueText: FieldsText<QueueConfig> = {
  whenFull: {
    label: { en: 'When the queue is full', es: 'Cuando la cola está llena' },
    options: {
      wait: { en: 'Wait; nothing is lost', es: 'Esperar; no se pierde nada' },
      'drop-oldest': { en: 'Drop the oldest, counted', es: 'Descartar los más antiguos y contarlos' },
      'drop-newest': { en: 'Drop the newest, counted', es: 'Descartar los más nuevos y contarlos' },
    },
  },
  pauseOnError: {
    label: { en: 'Pause on a configuration error', es: 'Pausar ante un error de configuración' },
    help: {
      en: 'When off, events that meet such an error are rejected.',
      es: 'Si está desactivado, los eventos con ese error se rechazan.',
    },
  },
};
