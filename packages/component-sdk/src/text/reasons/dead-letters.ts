import type { WordsByLanguage } from '../words.ts';

/** Why a dead letter stays as it is, or cannot have the fields it was given. */
export const deadLetterReasons = {
  LETTER_GONE: {
    en: ['This dead letter no longer exists', 'It was deleted because of its age or the size limit, or it never existed. Reload the list.'],
    es: ['Este evento fallido ya no existe', 'Se eliminó por su antigüedad o por el límite de tamaño, o nunca existió. Recarga la lista.'],
  },
  LETTER_CLOSED: {
    en: ['This dead letter is already closed', 'Someone re-drove, discarded or changed it meanwhile. Reload the list to see its state.'],
    es: [
      'Este evento fallido ya está cerrado',
      'Mientras tanto alguien lo reenvió, descartó o cambió. Recarga la lista para ver su estado.',
    ],
  },
  LETTER_CUT: {
    en: [
      'Only the beginning of the message was kept',
      'Messages that a listener rejects are kept up to 64 KiB. Send the whole message again from its source.',
    ],
    es: [
      'Solo se guardó el principio del mensaje',
      'De los mensajes que rechaza un listener se guardan hasta 64 KiB. Vuelve a enviar el mensaje entero desde su origen.',
    ],
  },
  PIPELINE_NOT_RUNNING: {
    en: ['The pipeline is not running on this cluster', 'Start a version of the pipeline on the worker’s cluster, then re-drive.'],
    es: ['El pipeline no está en marcha en este clúster', 'Inicia una versión del pipeline en el clúster del worker y reenvía después.'],
  },
  NODE_MISSING: {
    en: ['The running version does not have this step', 'Re-drive from the start, or run a version that has it.'],
    es: ['La versión en marcha no tiene este paso', 'Reenvía desde el principio o pon en marcha una versión que lo tenga.'],
  },
  BRANCH_FULL: {
    en: ['A destination of the pipeline is full', 'Its limit of waiting events is reached. Re-drive when it accepts events again.'],
    es: ['Un destino del pipeline está lleno', 'Ha llegado a su límite de eventos en espera. Reenvía cuando vuelva a aceptar eventos.'],
  },
  REDRIVE_WAITING: {
    en: ['The event is being re-driven', 'The pipeline has not received the event yet. Wait: the dead letter closes as soon as it does.'],
    es: [
      'El evento se está reenviando',
      'El pipeline aún no ha recibido el evento. Espera: el evento fallido se cierra en cuanto lo haga.',
    ],
  },
  WORKER_AWAY: {
    en: ['The worker is offline', 'Try again when the worker is connected.'],
    es: ['El worker está sin conexión', 'Inténtalo de nuevo cuando el worker esté conectado.'],
  },
  JSON_SYNTAX: {
    en: ['This is not valid JSON', 'Correct the text[ at character {position}].'],
    es: ['No es JSON válido', 'Corrige el texto[ en el carácter {position}].'],
  },
  JSON_NOT_OBJECT: {
    en: ['An event is one JSON object', 'Write its fields, each name with its value, between one pair of braces.'],
    es: ['Un evento es un objeto JSON', 'Escribe los campos, cada nombre con su valor, entre un par de llaves.'],
  },
  FIELD_NAME: {
    en: ['A field cannot have this name', '[{field}: ]Use only letters, digits, # - . and _, and do not start with _.'],
    es: ['Un campo no puede llamarse así', '[{field}: ]Usa solo letras, dígitos, # - . y _, y no empieces con _.'],
  },
  TOO_MANY_FIELDS: {
    en: ['Too many fields', 'An event has at most 1,024 fields. Remove some.'],
    es: ['Demasiados campos', 'Un evento tiene como mucho 1024 campos. Quita algunos.'],
  },
  ENGINE_NODE_MISSING: {
    en: ['The step it was re-driven into is gone', 'A version without this step was started meanwhile. Re-drive the event from the start.'],
    es: [
      'El paso al que se reenvió ya no está',
      'Mientras tanto se inició una versión sin ese paso. Reenvía el evento desde el principio.',
    ],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
