import type { WordsByLanguage } from '../words.ts';

/** Why a dead letter stays as it is, or cannot have the fields it was given. */
export const deadLetterReasons = {
  LETTER_GONE: {
    en: ['It is no longer there', 'It fell out by its age or the limit of bytes, or never was.'],
    es: ['Ya no está', 'Salió por su antigüedad o por el límite de bytes, o nunca existió.'],
  },
  LETTER_CLOSED: {
    en: ['It was closed before', 'Somebody has re-driven, discarded or changed it meanwhile.'],
    es: ['Ya estaba cerrado', 'Mientras tanto alguien lo ha reenviado, descartado o cambiado.'],
  },
  LETTER_CUT: {
    en: ['Only the beginning of the frame was kept', 'What was refused at intake is kept up to 64 KiB. Send it again from where it came.'],
    es: [
      'Solo se guardó el principio de la trama',
      'Lo rechazado en la entrada se guarda hasta 64 KiB. Vuelve a enviarlo desde donde vino.',
    ],
  },
  PIPELINE_NOT_RUNNING: {
    en: ['Its pipeline does not run there', 'Start a version of the pipeline on the worker’s cluster, then re-drive.'],
    es: ['Su pipeline no está en marcha allí', 'Inicia una versión del pipeline en el clúster del worker y reenvía después.'],
  },
  NODE_MISSING: {
    en: ['The running version does not have this step', 'Re-drive from the start, or run a version that has it.'],
    es: ['La versión en marcha no tiene este paso', 'Reenvía desde el principio o pon en marcha una versión que lo tenga.'],
  },
  BRANCH_FULL: {
    en: ['A destination of the pipeline is full', 'Its limit of waiting events is reached. Re-drive when it takes events again.'],
    es: ['Un destino del pipeline está lleno', 'Ha llegado a su límite de eventos en espera. Reenvía cuando vuelva a aceptar.'],
  },
  REDRIVE_WAITING: {
    en: ['It is on its way', 'The pipeline has not taken it yet. It closes by itself as soon as that happens.'],
    es: ['Está en camino', 'El pipeline aún no lo ha tomado. Se cierra solo en cuanto lo haga.'],
  },
  WORKER_AWAY: {
    en: ['Its worker does not answer', 'What it holds can be reached again when it is connected.'],
    es: ['Su worker no responde', 'Se podrá llegar a lo que guarda cuando esté conectado.'],
  },
  JSON_SYNTAX: {
    en: ['This is not valid JSON', 'Something is wrong[ at character {position}].'],
    es: ['No es JSON válido', 'Hay algo mal[ en el carácter {position}].'],
  },
  JSON_NOT_OBJECT: {
    en: ['An event is one JSON object', 'Write its fields, each name with its value, between one pair of braces.'],
    es: ['Un evento es un objeto JSON', 'Escribe los campos, cada nombre con su valor, entre un par de llaves.'],
  },
  FIELD_NAME: {
    en: ['A field cannot have this name', '[{field}: ]Letters, digits, # - . _ only, and no _ at the beginning.'],
    es: ['Un campo no puede llamarse así', '[{field}: ]Solo letras, dígitos, # - . _ y sin _ al principio.'],
  },
  TOO_MANY_FIELDS: {
    en: ['Too many fields', 'An event has at most 1,024.'],
    es: ['Demasiados campos', 'Un evento tiene como mucho 1024.'],
  },
  ENGINE_NODE_MISSING: {
    en: ['The step it was re-driven into is gone', 'A version without it began meanwhile. Re-drive it from the start.'],
    es: ['El paso al que se reenvió ya no está', 'Mientras tanto empezó una versión sin él. Reenvíalo desde el principio.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
