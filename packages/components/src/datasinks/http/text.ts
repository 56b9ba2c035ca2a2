import { batchText, encodeText, groupTitles, httpClientText, queueText, requestText, retryText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { homeMetricsText } from '../../encoding/common-fields.ts';
import type { HttpCreation, HttpNode } from './config.ts';

const plain = (text: string) => ({ en: text, es: text });

export const httpText: ComponentText<HttpCreation & HttpNode> = {
  title: { en: 'HTTP', es: 'HTTP' },
  summary: {
    en: 'Sends events to a web service, in batches or one by one.',
    es: 'Envía los eventos a un servicio web, por lotes o de uno en uno.',
  },
  groups: { ...groupTitles, answers: { en: 'Answers', es: 'Respuestas' } },
  fields: {
    ...httpClientText,
    baseUrl: {
      label: { en: 'Base URL', es: 'URL base' },
      help: {
        en: 'Scheme, host and the part of the path that all pipelines share.',
        es: 'Esquema, servidor y la parte de la ruta común a todos los pipelines.',
      },
      placeholder: plain('https://collector.example.com'),
    },
    plainHttp: {
      label: { en: 'Allow unencrypted HTTP', es: 'Permitir HTTP sin cifrar' },
      help: {
        en: 'Only to private addresses and internal names. Anyone on the way can read events and credentials.',
        es: 'Solo hacia direcciones privadas y nombres internos. Cualquiera en el camino puede leer eventos y credenciales.',
      },
    },
    compression: {
      label: { en: 'Compression', es: 'Compresión' },
      options: { none: { en: 'None', es: 'Ninguna' }, gzip: plain('gzip'), deflate: plain('deflate'), zstd: plain('zstd') },
    },
    idempotencyHeader: {
      label: { en: 'Idempotency header', es: 'Cabecera de idempotencia' },
      help: {
        en: 'Has the same value when a batch is sent again, except after a crash of the worker.',
        es: 'Lleva el mismo valor cuando un lote se envía otra vez, salvo tras una caída del worker.',
      },
    },
    retry: retryText,
    ...requestText,
    ...homeMetricsText,
    method: {
      label: { en: 'Method', es: 'Método' },
      options: { POST: plain('POST'), PUT: plain('PUT'), PATCH: plain('PATCH'), DELETE: plain('DELETE'), GET: plain('GET') },
    },
    url: {
      label: { en: 'URL', es: 'URL' },
      help: {
        en: 'A path below the base URL, / for the base URL itself, or a whole address. May name fields in path and query.',
        es: 'Una ruta bajo la URL base, / para la propia URL base o una dirección completa. Puede nombrar campos en la ruta y la consulta.',
      },
      placeholder: plain('/v1/events'),
    },
    ...encodeText(['json', 'csv', 'kv', 'text']),
    contentType: {
      label: { en: 'Content type', es: 'Tipo de contenido' },
      options: {
        'application/json': plain('application/json'),
        'application/x-ndjson': plain('application/x-ndjson'),
        'text/plain': plain('text/plain'),
        'text/csv': plain('text/csv'),
        'application/xml': plain('application/xml'),
        'text/html': plain('text/html'),
      },
    },
    headers: {
      label: { en: 'Headers', es: 'Cabeceras' },
      help: { en: 'Values may name fields.', es: 'Los valores pueden nombrar campos.' },
    },
    bulk: { label: { en: 'Many events in one request', es: 'Muchos eventos en una petición' } },
    wrap: {
      label: { en: 'How events are combined', es: 'Cómo se juntan los eventos' },
      options: {
        ndjson: { en: 'One per line', es: 'Uno por línea' },
        'json-array': { en: 'JSON array', es: 'Lista JSON' },
        delimiter: { en: 'Custom delimiter', es: 'Separador propio' },
        template: { en: 'Before, between and after', es: 'Antes, entre y después' },
      },
    },
    delimiter: { label: { en: 'Delimiter', es: 'Separador' }, placeholder: plain(';') },
    before: { label: { en: 'Before the first', es: 'Antes del primero' } },
    between: { label: { en: 'Between', es: 'Entre uno y otro' } },
    after: { label: { en: 'After the last', es: 'Después del último' } },
    perItem: {
      label: { en: 'Errors of single events in a successful answer', es: 'Errores de eventos sueltos en una respuesta correcta' },
      help: { en: 'For services that answer 200 and list what failed.', es: 'Para servicios que responden 200 y listan lo que falló.' },
      fields: {
        itemsPath: { label: { en: 'Path of the list', es: 'Ruta de la lista' }, placeholder: plain('items') },
        statusPath: { label: { en: 'Status in an item', es: 'Estado en un elemento' }, placeholder: plain('status') },
        errorPath: { label: { en: 'Error in an item', es: 'Error en un elemento' }, placeholder: plain('error') },
      },
    },
    okStatuses: { label: { en: 'Also count as delivered', es: 'También cuentan como entregado' } },
    retryStatuses: { label: { en: 'Also try again', es: 'Reintentar también con' } },
    rejectStatuses: { label: { en: 'Also reject', es: 'Rechazar también con' } },
    ...queueText,
    ...batchText,
  },
};
