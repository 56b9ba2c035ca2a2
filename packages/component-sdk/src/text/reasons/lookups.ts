import type { WordsByLanguage } from '../words.ts';

/** Reasons why a lookup cannot be used, or a file cannot become one. */
export const lookupReasons = {
  LOOKUP_UNAVAILABLE: {
    en: [
      'The lookup has no table on the worker',
      'It was removed, or no version of it is active. Upload or activate a version, then try again.',
    ],
    es: [
      'La tabla de consulta no está en el worker',
      'Se ha borrado o no tiene ninguna versión activa. Sube o activa una versión y reintenta.',
    ],
  },
  LOOKUP_COLUMN: {
    en: [
      'The lookup lacks a column',
      'The active version has no column[ {message}]. Choose another column, or activate a version that has it.',
    ],
    es: [
      'A la tabla le falta una columna',
      'La versión activa no tiene la columna[ {message}]. Elige otra o activa una versión que la tenga.',
    ],
  },
  LOOKUP_EMPTY: {
    en: ['The file has no rows to read', 'Upload a file with a header line, or with one JSON object a line.'],
    es: ['El archivo no tiene filas que leer', 'Sube un archivo con una línea de cabecera, o con un objeto JSON por línea.'],
  },
  LOOKUP_TOO_LARGE: {
    en: ['The file is too large', 'A file may have 512 MiB and a cell 1 MiB[ (line {line})]. Split the file or shorten the cell.'],
    es: [
      'El archivo es demasiado grande',
      'Un archivo admite 512 MiB y una celda 1 MiB[ (línea {line})]. Divide el archivo o acorta la celda.',
    ],
  },
  LOOKUP_ENCODING: {
    en: ['The file is not UTF-8', 'Save it as UTF-8 and upload it again.'],
    es: ['El archivo no está en UTF-8', 'Guárdalo en UTF-8 y súbelo de nuevo.'],
  },
  LOOKUP_HEADER: {
    en: ['The column names cannot be used', 'Each column needs a name of its own[ ({detail})]. Correct the header.'],
    es: ['Los nombres de las columnas no sirven', 'Cada columna necesita un nombre propio[ ({detail})]. Corrige la cabecera.'],
  },
  LOOKUP_COLUMNS: {
    en: ['The file has too many columns', 'Leave out columns nobody needs[; at most {detail} are read].'],
    es: ['El archivo tiene demasiadas columnas', 'Quita las que nadie necesita[; se leen {detail} como máximo].'],
  },
  LOOKUP_RAGGED: {
    en: [
      'A row has more or fewer cells than the header',
      '[Line {line}: {detail} cells are expected. ]Correct the row and upload the file again.',
    ],
    es: [
      'Una fila tiene más o menos celdas que la cabecera',
      '[Línea {line}: se esperan {detail} celdas. ]Corrige la fila y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_QUOTE: {
    en: [
      'A quoted cell is not closed as it should be',
      '[Line {line}: ]A quote inside a quoted cell is written twice. Correct the row and upload the file again.',
    ],
    es: [
      'Una celda entre comillas no se cierra bien',
      '[Línea {line}: ]Una comilla dentro de una celda entrecomillada se escribe dos veces. Corrige la fila y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_JSON: {
    en: ['A line is not a JSON object', '[Line {line}: ]Each line must hold one object. Correct it and upload the file again.'],
    es: ['Una línea no es un objeto JSON', '[Línea {line}: ]Cada línea debe contener un objeto. Corrígela y sube el archivo de nuevo.'],
  },
  LOOKUP_KEY: {
    en: ['The key column is missing', 'The file has no column[ {detail}]. Add it, or choose another key.'],
    es: ['Falta la columna de la clave', 'El archivo no tiene la columna[ {detail}]. Añádela o elige otra clave.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
