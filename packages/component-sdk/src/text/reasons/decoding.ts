import type { WordsByLanguage } from '../words.ts';

/** Why a frame could not become an event. */
export const decodingReasons = {
  DECODE_FAILED: {
    en: [
      'The message could not be decoded',
      'The listener’s decoder is not available on this worker. The message is in dead letters. Check the listener’s state.',
    ],
    es: [
      'No se pudo decodificar el mensaje',
      'El decodificador del listener no está disponible en este worker. El mensaje está en los eventos fallidos. Mira el estado del listener.',
    ],
  },
  DECODE_REFUSED: {
    en: [
      'The listener rejected the message',
      'It breaks the rules of the protocol. The message is in dead letters as it was received. Check the sender.',
    ],
    es: [
      'El listener rechazó el mensaje',
      'No cumple las reglas del protocolo. El mensaje está en los eventos fallidos tal como se recibió. Revisa el emisor.',
    ],
  },
  DECODE_MALFORMED: {
    en: [
      'The generator made this line malformed on purpose',
      'To change the share of malformed lines, edit the settings of the data generator.',
    ],
    es: [
      'El generador creó esta línea defectuosa a propósito',
      'Para cambiar la proporción de líneas defectuosas, edita los ajustes del generador de datos.',
    ],
  },
  DECODE_UTF8: {
    en: [
      'The text is not valid UTF-8',
      'The sender uses another character set. Change the sender, choose its charset, or let wrong bytes be replaced.',
    ],
    es: [
      'El texto no es UTF-8 válido',
      'El emisor usa otro juego de caracteres. Cámbialo allí, elige el suyo o deja que se sustituyan los bytes erróneos.',
    ],
  },
  DECODE_JSON: {
    en: ['This is not JSON', 'Check the sender, or choose the format it really sends.'],
    es: ['No es JSON', 'Revisa el emisor o elige el formato que envía de verdad.'],
  },
  DECODE_JSON_SYNTAX: {
    en: [
      'This is not valid JSON',
      'It ends early or contains a character that does not belong there[, at byte {offset}]. Check the sender.',
    ],
    es: ['No es JSON válido', 'Se corta o contiene un carácter que no corresponde[, en el byte {offset}]. Revisa el emisor.'],
  },
  DECODE_JSON_DEPTH: {
    en: ['The JSON is nested too deeply', 'At most 64 levels are accepted. Change the sender to use fewer levels.'],
    es: ['El JSON tiene demasiados niveles', 'Se admiten 64 niveles como máximo. Cambia el emisor para que use menos.'],
  },
  DECODE_JSON_MEMBERS: {
    en: ['The JSON has too many members', 'At most 100,000 are accepted. Send smaller events.'],
    es: ['El JSON tiene demasiados miembros', 'Se admiten 100 000 como máximo. Envía eventos más pequeños.'],
  },
  DECODE_JSON_NUMBER: {
    en: ['The JSON contains a number that is too large', 'Numbers beyond 1.8e308 are not supported. Send the number as text.'],
    es: ['El JSON contiene un número demasiado grande', 'No se admiten números por encima de 1,8e308. Envía el número como texto.'],
  },
  DECODE_PROTOBUF: {
    en: ['This is not the expected protobuf message', 'It is cut off or damaged, or of another kind. Check what the sender is set to.'],
    es: ['No es el mensaje protobuf esperado', 'Está cortado o dañado, o es de otro tipo. Revisa qué envía el emisor.'],
  },
  DECODE_OTLP: {
    en: [
      'The JSON does not follow OTLP',
      'A member has a value of the wrong type[, at byte {offset}]. Ids are hexadecimal; 64-bit integers are digits or text. Check the sender.',
    ],
    es: [
      'El JSON no sigue OTLP',
      'Un miembro tiene un valor del tipo equivocado[, en el byte {offset}]. Los id van en hexadecimal; los enteros de 64 bits, en dígitos o texto. Revisa el emisor.',
    ],
  },
  DECODE_KV_PAIRS: {
    en: ['No key and value were found', 'The line contains no pair in the expected form. Check separator and format.'],
    es: [
      'No se encontró ninguna clave con valor',
      'La línea no contiene ningún par en la forma esperada. Revisa el separador y el formato.',
    ],
  },
  DECODE_KV_QUOTE: {
    en: ['A quote is not closed', 'A value begins with a quote that never ends[, at byte {offset}]. Check the sender.'],
    es: ['Unas comillas no se cierran', 'Un valor abre comillas que no terminan[, en el byte {offset}]. Revisa el emisor.'],
  },
  DECODE_SYSLOG_HEADER: {
    en: [
      'The syslog header is wrong',
      'The listener rejects messages with a faulty header, and this line has no valid one. Correct the sender, or change that setting of the listener.',
    ],
    es: [
      'La cabecera syslog no es correcta',
      'El listener rechaza los mensajes con cabecera incorrecta y esta línea no tiene una válida. Corrige el emisor o cambia ese ajuste del listener.',
    ],
  },
  DECODE_CSV_COLUMNS: {
    en: ['The row has more cells than columns', 'Check the separator and the columns[; the first cell too many is at byte {offset}].'],
    es: [
      'La fila tiene más celdas que columnas',
      'Revisa el separador y las columnas[; la primera celda sobrante está en el byte {offset}].',
    ],
  },
  DECODE_CSV_QUOTE: {
    en: ['A quote in the row is not closed', 'It was opened[ at byte {offset}] and not closed in the same row. Check the sender.'],
    es: ['Hay comillas sin cerrar en la fila', 'Se abrieron[ en el byte {offset}] y no se cerraron en la misma fila. Revisa el emisor.'],
  },
  DECODE_CEF: {
    en: ['This is not CEF', 'The header is missing or too short. Check the sender, or choose the format it really sends.'],
    es: ['No es CEF', 'Falta la cabecera o es demasiado corta. Revisa el emisor o elige el formato que envía de verdad.'],
  },
  DECODE_LEEF: {
    en: ['This is not LEEF', 'The header is missing or too short. Check the sender, or choose the format it really sends.'],
    es: ['No es LEEF', 'Falta la cabecera o es demasiado corta. Revisa el emisor o elige el formato que envía de verdad.'],
  },
  DECODE_OCTET_COUNT: {
    en: ['The message length is not a number', 'The sender does not count octets. The connection was closed; choose the framing it uses.'],
    es: ['La longitud del mensaje no es un número', 'El emisor no cuenta octetos. Se cerró la conexión; elige el tipo de trama que usa.'],
  },
  DECODE_UNFINISHED_FRAME: {
    en: [
      'The connection ended inside a message',
      'The sender stopped or lost its connection. The part that arrived is in dead letters. Check the sender.',
    ],
    es: [
      'La conexión terminó a mitad de un mensaje',
      'El emisor se detuvo o perdió la conexión. La parte que llegó está en los eventos fallidos. Revisa el emisor.',
    ],
  },
  DECODE_PATH_MISSING: {
    en: [
      'There is no list at the path',
      'The body contains nothing at the path from which the listener reads events. Check path and sender.',
    ],
    es: [
      'No hay ninguna lista en la ruta',
      'El cuerpo no contiene nada en la ruta de la que el listener lee eventos. Revisa la ruta y el emisor.',
    ],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
