import { decodeText, intakeText, multiLineText, socketText, tlsServerText } from '@acequia/component-sdk/definition';
import type { ComponentText } from '@acequia/component-sdk/text';
import { lineFormats } from '../../formats/line-formats.ts';
import { csvText } from '../csv-fields.ts';
import type { TcpConfig } from './config.ts';

export const tcpText: ComponentText<TcpConfig> = {
  title: { en: 'TCP', es: 'TCP' },
  summary: {
    en: 'Lines or framed messages over plain TCP or TLS, in any text format.',
    es: 'Líneas o mensajes delimitados por TCP o TLS, en cualquier formato de texto.',
  },
  groups: { reply: { en: 'Answer', es: 'Respuesta' } },
  fields: {
    ...socketText,
    framing: {
      label: { en: 'Where a message ends', es: 'Dónde acaba un mensaje' },
      options: {
        newline: { en: 'At a line feed', es: 'En un salto de línea' },
        delimiter: { en: 'At a delimiter', es: 'En un delimitador' },
        'octet-counting': { en: 'Length as digits before it', es: 'Longitud en cifras delante' },
        'length-prefix': { en: 'Length in bytes before it', es: 'Longitud binaria delante' },
        nul: { en: 'At a NUL byte', es: 'En un byte NUL' },
      },
    },
    delimiter: {
      label: { en: 'Delimiter', es: 'Delimitador' },
      help: {
        en: '1 to 16 bytes; \\r \\n \\t \\0 and \\xHH are understood.',
        es: 'De 1 a 16 bytes; se entienden \\r \\n \\t \\0 y \\xHH.',
      },
      placeholder: { en: '\\r\\n', es: '\\r\\n' },
    },
    prefixBytes: {
      label: { en: 'Bytes of the length', es: 'Bytes de la longitud' },
      options: { '1': { en: '1', es: '1' }, '2': { en: '2', es: '2' }, '4': { en: '4', es: '4' } },
    },
    endian: {
      label: { en: 'Order of these bytes', es: 'Orden de esos bytes' },
      options: {
        big: { en: 'Most significant first', es: 'Primero el más significativo' },
        little: { en: 'Least significant first', es: 'Primero el menos significativo' },
      },
    },
    ...decodeText(lineFormats),
    ...csvText,
    reply: {
      label: { en: 'Answer once taken', es: 'Respuesta al recibir' },
      help: {
        en: 'Written to the sender once the journal has a batch; ${count} is the number of messages. Empty answers nothing.',
        es: 'Se escribe al emisor cuando el journal tiene un lote; ${count} es el número de mensajes. Vacío no responde.',
      },
    },
    ...tlsServerText,
    multiLine: multiLineText,
    ...intakeText,
  },
};
