import type { AnswerKind } from '../language-texts.ts';
import type { WordsByLanguage } from '../words.ts';

/** Why the http listener refuses a request. */
export const refusalReasons = {
  HTTP_PATH: {
    en: ['Nothing listens on this path', 'Send to one of the paths of the listener.'],
    es: ['Nada escucha en esta ruta', 'Envía a una de las rutas del listener.'],
  },
  HTTP_METHOD: {
    en: ['This method is not accepted here', 'Use one of the methods the listener allows.'],
    es: ['Este método no se admite aquí', 'Usa uno de los métodos que permite el listener.'],
  },
  HTTP_CONTENT_TYPE: {
    en: ['This content type is not accepted here', 'Send application/x-protobuf or application/json, as the listener allows.'],
    es: ['Este tipo de contenido no se admite aquí', 'Envía application/x-protobuf o application/json, según permita el listener.'],
  },
  HTTP_COMPRESSION: {
    en: ['This compression is not accepted here', 'Send with gzip, zstd or uncompressed.'],
    es: ['Esta compresión no se admite aquí', 'Envía con gzip, con zstd o sin comprimir.'],
  },
  HTTP_CREDENTIALS: {
    en: ['The credentials are missing or wrong', 'Check user, token, key or signature at the sender.'],
    es: ['Faltan las credenciales o no son correctas', 'Revisa el usuario, el token, la clave o la firma en el emisor.'],
  },
  HTTP_SIGNATURE_STALE: {
    en: ['The signature is too old', 'Sender and worker disagree about the time, or the request was replayed. Check the clocks.'],
    es: ['La firma es demasiado antigua', 'El emisor y el worker no coinciden en la hora, o la petición se repitió. Revisa los relojes.'],
  },
  HTTP_TOO_MANY_FAILURES: {
    en: ['Too many failed attempts', 'The address waits a minute before the next one counts. Correct the credentials.'],
    es: ['Demasiados intentos fallidos', 'La dirección espera un minuto antes de que cuente el siguiente. Corrige las credenciales.'],
  },
  HTTP_BUSY: {
    en: [
      'The worker can’t accept more right now',
      'Writing events to disk is falling behind. Send again after the time given in the response.',
    ],
    es: [
      'El worker no puede aceptar más por ahora',
      'La escritura de eventos en disco va retrasada. Reenvía tras la espera indicada en la respuesta.',
    ],
  },
  HTTP_QUOTA: {
    en: ['The quota is used up', 'The organization has sent as much as it may. Send again later, or ask an operator to raise the quota.'],
    es: ['La cuota está agotada', 'La organización ya ha enviado lo que puede. Reenvía más tarde o pide a un operador que suba la cuota.'],
  },
  HTTP_INTERNAL: {
    en: ['The request could not be handled', 'The worker had an internal error and accepted nothing. Send the request again.'],
    es: ['No se pudo atender la petición', 'El worker tuvo un error interno y no aceptó nada. Vuelve a enviar la petición.'],
  },
  BODY_TOO_LARGE: {
    en: ['The body is too large', 'Send less at once, or raise the limit of the listener.'],
    es: ['El cuerpo es demasiado grande', 'Envía menos de una vez o sube el límite del listener.'],
  },
  BODY_RATIO: {
    en: ['The body grows too much when decompressed', 'More than 500 to 1 is taken for an attack. Send it with less compression.'],
    es: ['El cuerpo crece demasiado al descomprimirlo', 'Más de 500 a 1 se toma por un ataque. Envíalo con menos compresión.'],
  },
  BODY_CORRUPT: {
    en: ['The body cannot be decompressed', 'The body is damaged, or not in the encoding that its header names. Check the sender.'],
    es: ['El cuerpo no se puede descomprimir', 'El cuerpo está dañado o no lleva la codificación que dice su cabecera. Revisa el emisor.'],
  },
  BODY_ENCODING: {
    en: ['This content encoding is not supported', 'Use gzip, deflate, br or zstd[ instead of {encoding}].'],
    es: ['Esa codificación no se admite', 'Usa gzip, deflate, br o zstd[ en lugar de {encoding}].'],
  },
  BODY_TIMEOUT: {
    en: ['The body took too long', 'It must arrive whole within 60 seconds. Send smaller bodies.'],
    es: ['El cuerpo tardó demasiado', 'Debe llegar entero en 60 segundos. Envía cuerpos más pequeños.'],
  },
  BODY_BUSY: {
    en: [
      'The worker is receiving too much at once',
      'Other requests fill the memory for request bodies. Send the request again after a second.',
    ],
    es: [
      'El worker está recibiendo demasiado a la vez',
      'Otras peticiones ocupan la memoria para los cuerpos. Vuelve a enviar la petición al cabo de un segundo.',
    ],
  },
  BODY_ABORTED: {
    en: ['The body ended early', 'The sender ended the connection, so nothing was accepted. Send the request again.'],
    es: ['El cuerpo se cortó antes de acabar', 'El emisor cortó la conexión y no se ha aceptado nada. Vuelve a enviar la petición.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;

/** What a destination answered, `HTTP_<status>`. */
export const answerReasons: Readonly<Record<AnswerKind, WordsByLanguage>> = {
  credentials: {
    en: [
      'The destination refuses the credentials ({status})',
      'Check the user, token or key, and its permissions at the destination. Events wait.',
    ],
    es: [
      'El destino rechaza las credenciales ({status})',
      'Revisa el usuario, el token o la clave y sus permisos allí. Los eventos esperan.',
    ],
  },
  unknown: {
    en: ['The destination does not accept this path or method ({status})', 'Check the address and the method of the data sink.'],
    es: ['El destino no admite esa ruta o ese método ({status})', 'Revisa la dirección y el método del destino de datos.'],
  },
  notReady: {
    en: ['The destination was not ready ({status})', 'The delivery is tried again by itself. Events wait.'],
    es: ['El destino no estaba listo ({status})', 'La entrega se reintenta sola. Los eventos esperan.'],
  },
  tooLarge: {
    en: [
      'The batch is too large for the destination (413)',
      'Smaller batches are sent instead. A single event that is too large is rejected; find it in dead letters.',
    ],
    es: [
      'El lote es demasiado grande para el destino (413)',
      'Se envían lotes más pequeños. Un solo evento demasiado grande se rechaza; búscalo en los eventos fallidos.',
    ],
  },
  throttled: {
    en: ['The destination limits the rate (429)', 'Delivery slows down by itself. Events wait.'],
    es: ['El destino limita el ritmo (429)', 'La entrega se frena sola. Los eventos esperan.'],
  },
  informational: {
    en: ['The destination’s answer cannot be used ({status})', 'Something else may answer at that address. Check it; events wait.'],
    es: ['La respuesta del destino no sirve ({status})', 'Quizá responda otra cosa en esa dirección. Compruébala; los eventos esperan.'],
  },
  redirect: {
    en: ['The destination redirects to another address ({status})', 'Enter the final address, or allow redirects. Events wait.'],
    es: ['El destino redirige a otra dirección ({status})', 'Escribe la dirección final o permite redirecciones. Los eventos esperan.'],
  },
  unsupported: {
    en: [
      'The destination does not support the request ({status})',
      'It supports neither this method nor this version of HTTP. Check the method and the address. Events wait.',
    ],
    es: [
      'El destino no admite la petición ({status})',
      'No admite ese método o esa versión de HTTP. Revisa el método y la dirección. Los eventos esperan.',
    ],
  },
  serverError: {
    en: [
      'The destination has an internal error ({status})',
      'The delivery is tried again by itself. If the error stays, check the log of the destination. Events wait.',
    ],
    es: [
      'El destino tiene un error interno ({status})',
      'La entrega se reintenta sola. Si el error sigue, mira el registro del destino. Los eventos esperan.',
    ],
  },
  rejected: {
    en: [
      'The destination refuses the events ({status})',
      'The events were rejected; find them and the answer in dead letters. Check the format and the address.',
    ],
    es: [
      'El destino rechaza los eventos ({status})',
      'Los eventos se rechazaron; están con la respuesta en los eventos fallidos. Revisa el formato y la dirección.',
    ],
  },
};
