import type { WordsByLanguage } from '../words.ts';

/** Why an action could not work on one event. */
export const eventReasons = {
  PARSE_NO_MATCH: {
    en: [
      'The parser couldn’t read the text',
      'Parsing stopped[ at character {position}][, in the field {field}][: {expected}]. Compare the text with the format of the parser, or use a conditional before this step for other formats.',
    ],
    es: [
      'El analizador no pudo leer el texto',
      'El análisis se detuvo[ en el carácter {position}][, en el campo {field}][: {expected}]. Compara el texto con el formato del analizador o usa antes un condicional para los otros formatos.',
    ],
  },
  PARSE_TRAILING: {
    en: ['Text is left after the end of the pattern', 'Add what follows to the pattern, or end it with a field for the rest.'],
    es: ['Sobra texto tras el final del patrón', 'Añade lo que sigue al patrón o termínalo con un campo para el resto.'],
  },
  PARSE_COLUMNS: {
    en: [
      'The number of columns differs',
      'The line has more or fewer cells than the configuration[, in the field {field}][: {expected}]. Check separator and columns.',
    ],
    es: [
      'El número de columnas no coincide',
      'La línea tiene más o menos celdas que la configuración[, en el campo {field}][: {expected}]. Revisa el separador y las columnas.',
    ],
  },
  PARSE_TYPE: {
    en: [
      'A value does not have the type of the pattern',
      'The text is there but cannot be read as that type[, in the field {field}][: {expected}]. Change the type to string, or the pattern.',
    ],
    es: [
      'Un valor no es del tipo del patrón',
      'El texto está, pero no se puede leer como ese tipo[, en el campo {field}][: {expected}]. Cambia el tipo a string o ajusta el patrón.',
    ],
  },
  PARSE_LIMIT: {
    en: [
      'The text is too large or too deep to parse',
      'It exceeds the limits of fields, levels or members. Use a pattern that parses only a part of the text.',
    ],
    es: [
      'El texto es demasiado grande o profundo para analizarlo',
      'Supera los límites de campos, niveles o miembros. Usa un patrón que analice solo una parte del texto.',
    ],
  },
  TIME_TEXT: {
    en: ['The time cannot be read', 'The text does not fit the time pattern[: {expected}]. Check pattern, language and zone.'],
    es: ['La hora no se puede leer', 'El texto no encaja con el patrón de hora[: {expected}]. Revisa el patrón, el idioma y la zona.'],
  },
  TYPE_INPUT: {
    en: [
      'The field has a type that this operation does not accept',
      'Convert it first, or choose another field[; {expected}][ in {field}].',
    ],
    es: ['El campo es de un tipo que la operación no admite', 'Conviértelo antes o elige otro campo[; {expected}][ en {field}].'],
  },
  TYPE_CONVERSION: {
    en: [
      'The value cannot be converted',
      'The value is not valid in the target type[, in the field {field}][: {expected}]. Handle such values in an earlier step, or let them become null.',
    ],
    es: [
      'No se puede convertir el valor',
      'El valor no es válido en el tipo de destino[, en el campo {field}][: {expected}]. Trata esos valores en un paso anterior o deja que queden nulos.',
    ],
  },
  TYPE_FORMAT: {
    en: [
      'The text does not have the form the operation needs',
      'It expects another form[: {expected}]. Check the field and the operation’s parameters.',
    ],
    es: [
      'El texto no tiene la forma que pide la operación',
      'Se espera otra forma[: {expected}]. Revisa el campo y los parámetros de la operación.',
    ],
  },
  TYPE_OVERFLOW: {
    en: ['The result is out of range', 'It does not fit its type[: {expected}]. Use a float, or smaller numbers.'],
    es: ['El resultado se sale del rango', 'No cabe en su tipo[: {expected}]. Usa un float o números más pequeños.'],
  },
  TYPE_ZERO_DIVISION: {
    en: ['Division by zero', 'The divisor is 0 in this event. Test it first with a conditional.'],
    es: ['División por cero', 'En este evento el divisor es 0. Compruébalo antes con un condicional.'],
  },
  NOT_FINITE: {
    en: ['The result is not a finite number', 'A value can’t be infinite or “not a number”. Check the numbers that go in.'],
    es: ['El resultado no es un número finito', 'Un valor no puede ser infinito ni «no es un número». Revisa los números de entrada.'],
  },
  EXPR_TYPE: {
    en: [
      'The expression met a value of the wrong type',
      'In this event a value has a type the expression does not expect[ ({message})][, at position {position}]. Convert it, or test its type first.',
    ],
    es: [
      'La expresión encontró un valor de otro tipo',
      'En este evento un valor tiene un tipo que la expresión no espera[ («{message}»)][, en la posición {position}]. Conviértelo o comprueba antes su tipo.',
    ],
  },
  EXPR_CONVERSION: {
    en: [
      'The expression could not convert a value',
      'The value is not valid in the target type[ ({expected})][, at position {position}]. Test it first, or give a default.',
    ],
    es: [
      'La expresión no pudo convertir un valor',
      'El valor no es válido en el tipo de destino[ ({expected})][, en la posición {position}]. Compruébalo antes o da un valor por defecto.',
    ],
  },
  EXPR_OVERFLOW: {
    en: ['The calculation exceeds 64 bits', 'Whole numbers end at about 9.2 × 10¹⁸[, at position {position}]. Calculate with float.'],
    es: ['El cálculo supera los 64 bits', 'Los enteros llegan a unos 9,2 × 10¹⁸[, en la posición {position}]. Calcula con float.'],
  },
  EXPR_DIVIDE_BY_ZERO: {
    en: [
      'The expression divides by zero',
      'The divisor is 0 in this event[, at position {position}]. Use if() to check the divisor first.',
    ],
    es: [
      'La expresión divide por cero',
      'En este evento el divisor es 0[, en la posición {position}]. Comprueba antes el divisor con if().',
    ],
  },
  EXPR_NOT_FINITE: {
    en: [
      'The calculation is not a finite number',
      'A value can’t be infinite or “not a number”[, at position {position}]. Check the numbers that go in.',
    ],
    es: [
      'El cálculo no da un número finito',
      'Un valor no puede ser infinito ni «no es un número»[, en la posición {position}]. Revisa los números de entrada.',
    ],
  },
  EXPR_LIMIT: {
    en: [
      'This takes too much processing',
      'A processing limit was reached[ at position {position}]. The limits are 1 MiB of text, 10,000 list elements and 10 million steps per event. The events that a pipeline processes together share 50 million steps, plus 10,000 per event. Shorten the input or simplify the work.',
    ],
    es: [
      'Esto exige demasiado procesamiento',
      'Se alcanzó un límite de procesamiento[ en la posición {position}]. Los límites son 1 MiB de texto, 10 000 elementos de lista y 10 millones de pasos por evento. Los eventos que un pipeline procesa juntos comparten 50 millones de pasos, más 10 000 por evento. Acorta la entrada o simplifica el trabajo.',
    ],
  },
  EXPR_ASSERT: {
    en: [
      'A check of the expression failed',
      '[It says: {message}. ]The event does not meet the condition of assert(). Check the event or the condition.',
    ],
    es: [
      'Ha fallado una comprobación de la expresión',
      '[Dice: {message}. ]El evento no cumple la condición de assert(). Revisa el evento o la condición.',
    ],
  },
  EXPR_INDEX: {
    en: ['The index is not a whole number', 'A list is read with whole numbers[, at position {position}]. Convert the index with int().'],
    es: ['El índice no es un número entero', 'Las listas se leen con enteros[, en la posición {position}]. Convierte el índice con int().'],
  },
  EXPR_ARGUMENT: {
    en: [
      'A function cannot work with this value',
      'An argument is outside the range that it accepts[ ({message})][, at position {position}]. Test it first.',
    ],
    es: [
      'Una función no admite este valor',
      'Un argumento se sale de lo que admite[ («{message}»)][, en la posición {position}]. Compruébalo antes.',
    ],
  },
  LIMIT_EVENT_SIZE: {
    en: [
      'The event is too large',
      'It exceeds the limit of the listener, or 16 MiB after an action. The first 64 KiB are in dead letters. Raise the limit or send smaller events.',
    ],
    es: [
      'El evento es demasiado grande',
      'Supera el límite del listener, o 16 MiB tras una acción. Los primeros 64 KiB están en los eventos fallidos. Sube el límite o envía eventos más pequeños.',
    ],
  },
  LIMIT_ADDED_BYTES: {
    en: [
      'The pipeline adds too much to its events',
      'A pipeline takes up to 256 KiB of events at a time. Its steps can add up to 128 MiB to them. Make the values shorter, or keep them in fewer fields.',
    ],
    es: [
      'El pipeline añade demasiado a sus eventos',
      'Un pipeline toma hasta 256 KiB de eventos a la vez. Sus pasos pueden añadirles hasta 128 MiB. Crea valores más cortos o en menos campos.',
    ],
  },
  LIMIT_COPIES: {
    en: [
      'The pipeline makes too many copies of one event',
      'Steps that are each linked to several others multiply an event. Remove some of the links, and publish again.',
    ],
    es: [
      'El pipeline hace demasiadas copias de un evento',
      'Los pasos enlazados cada uno con varios otros multiplican un evento. Quita algunos de los enlaces y publica de nuevo.',
    ],
  },
  LIMIT_FIELDS: {
    en: ['The event has too many fields', 'An event can have at most 1,024. Remove some, or keep them together in one json field.'],
    es: ['El evento tiene demasiados campos', 'Se admiten 1024 como máximo. Quita algunos o júntalos en un campo json.'],
  },
  LIMIT_GROUPS: {
    en: [
      'There are too many groups at a time',
      'No room is left for another group until windows end. Raise the limit, choose keys with fewer values, or let the oldest group go out early.',
    ],
    es: [
      'Hay demasiados grupos a la vez',
      'No cabe otro grupo hasta que se cierren ventanas. Sube el límite, elige claves con menos valores o deja salir antes el grupo más antiguo.',
    ],
  },
  LIMIT_SIZE: {
    en: ['The result would be too large', 'An operation can create at most 1 MiB of text. Cut the input first.'],
    es: ['El resultado sería demasiado grande', 'Una operación puede crear 1 MiB de texto como máximo. Recorta antes la entrada.'],
  },
  LIMIT_ELEMENTS: {
    en: ['The list would be too long', 'A list can have at most 10,000 elements. Split the input first.'],
    es: ['La lista sería demasiado larga', 'Una lista admite 10 000 elementos como máximo. Divide antes la entrada.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
