import type { WordsByLanguage } from '../words.ts';

/** Reasons why a lookup cannot be used, or a file cannot become one. */
export const lookupReasons = {
  LOOKUP_UNAVAILABLE: {
    en: [
      'The enrichment has no table on the worker',
      'The enrichment was deleted, or no version of it is active. Upload or activate a version, then try again.',
    ],
    es: [
      'La tabla del enriquecimiento no está en el worker',
      'El enriquecimiento se ha eliminado o no tiene ninguna versión activa. Sube o activa una versión y reintenta.',
    ],
  },
  LOOKUP_SPACE: {
    en: [
      'No space left for the file',
      '[The organization’s enrichment files use {usedMB} of {maxMB} MB, older versions included. ]The previous version stays active. Delete versions you don’t need, or ask an operator to raise the limit.',
    ],
    es: [
      'No queda espacio para el archivo',
      '[Los archivos de enriquecimientos de la organización ocupan {usedMB} de {maxMB} MB, contando las versiones anteriores. ]La versión anterior sigue activa. Elimina las versiones que no necesites o pide a un operador que aumente el límite.',
    ],
  },
  LOOKUP_MEMORY: {
    en: [
      'There is no room for the enrichment’s table on the worker',
      '[Version {version} needs {neededMB} MB, and {freeMB} of {limitMB} MB are free. ]All tables together exceed the memory limit of the worker. Delete enrichments you don’t need, upload a smaller file, or give the worker more (ACEQUIA_LOOKUP_BYTES, in bytes). The worker tries again every 15 seconds.',
    ],
    es: [
      'No hay sitio para la tabla del enriquecimiento en el worker',
      '[La versión {version} necesita {neededMB} MB y quedan libres {freeMB} de {limitMB} MB. ]Entre todas las tablas ocupan más memoria de la permitida. Elimina los enriquecimientos que no necesites, sube un archivo más pequeño o da más memoria al worker (ACEQUIA_LOOKUP_BYTES, en bytes). Se reintenta cada 15 segundos.',
    ],
  },
  LOOKUP_NOT_LOADED: {
    en: [
      'The worker could not load the enrichment’s table',
      '[Version {version}: ]Its file could not be downloaded, saved or read. The worker tries again every 15 seconds. Check that the worker reaches the server and has room on its disk; its log shows the cause.',
    ],
    es: [
      'El worker no pudo cargar la tabla del enriquecimiento',
      '[Versión {version}: ]No se pudo descargar, guardar o leer su archivo. Se reintenta cada 15 segundos. Comprueba que el worker llega al servidor y que hay sitio en su disco; su registro indica la causa.',
    ],
  },
  LOOKUP_UNDER_WAY: {
    en: [
      'The worker is still loading the enrichment tables',
      'The worker started, and the organization’s pipelines run as soon as their tables are loaded. Listeners that ran before already receive events, which are kept until then. Check the worker’s connection to the server if this takes long.',
    ],
    es: [
      'El worker todavía está cargando las tablas de enriquecimiento',
      'El worker ha arrancado y los pipelines de la organización se ejecutarán en cuanto se carguen sus tablas. Los listeners que ya funcionaban reciben eventos, que se guardan hasta entonces. Si tarda mucho, comprueba la conexión del worker con el servidor.',
    ],
  },
  LOOKUP_COLUMN: {
    en: [
      'The enrichment lacks a column',
      'The active version has no column[ {message}]. Choose another column, or activate a version that has it.',
    ],
    es: [
      'Al enriquecimiento le falta una columna',
      'La versión activa no tiene la columna[ {message}]. Elige otra o activa una versión que la tenga.',
    ],
  },
  LOOKUP_EMPTY: {
    en: ['The file has no rows to read', 'Upload a file with a header line, or with one JSON object a line.'],
    es: ['El archivo no tiene filas que leer', 'Sube un archivo con una línea de cabecera, o con un objeto JSON por línea.'],
  },
  LOOKUP_TOO_LARGE: {
    en: [
      'The file is too large',
      'A file may have 537 MB and a cell 1 MB[ (line {line}, cell {column})]. Split the file or shorten the cell.',
    ],
    es: [
      'El archivo es demasiado grande',
      'Un archivo admite 537 MB y una celda 1 MB[ (línea {line}, celda {column})]. Divide el archivo o acorta la celda.',
    ],
  },
  LOOKUP_ROWS: {
    en: ['The file has too many rows', '[A table may have {detail} rows. ]Split the file, or leave out rows you don’t need.'],
    es: ['El archivo tiene demasiadas filas', '[Una tabla admite {detail} filas. ]Divide el archivo o quita las filas que no necesites.'],
  },
  LOOKUP_TYPE: {
    en: ['This type of file cannot be read', 'Upload a CSV file, or a text file with one JSON object per line.'],
    es: ['Este tipo de archivo no se puede leer', 'Sube un archivo CSV, o un archivo de texto con un objeto JSON por línea.'],
  },
  LOOKUP_ENCODING: {
    en: ['The file is not UTF-8', '[Line {line}: ]Save it as UTF-8 and upload it again.'],
    es: ['El archivo no está en UTF-8', '[Línea {line}: ]Guárdalo en UTF-8 y súbelo de nuevo.'],
  },
  LOOKUP_HEADER: {
    en: [
      'The column names cannot be used',
      '[Line {line}, column {column}: ]Each column needs a unique name[ ({detail})]. Correct the header.',
    ],
    es: [
      'Los nombres de las columnas no sirven',
      '[Línea {line}, columna {column}: ]Cada columna necesita un nombre único[ ({detail})]. Corrige la cabecera.',
    ],
  },
  LOOKUP_COLUMNS: {
    en: ['The file has too many columns', 'Leave out columns you don’t need[; at most {detail} are read].'],
    es: ['El archivo tiene demasiadas columnas', 'Quita las que no necesites[; se leen {detail} como máximo].'],
  },
  LOOKUP_RAGGED: {
    en: [
      'A row has more or fewer cells than the header',
      '[Line {line}, cell {column}: {detail} cells are expected. ]Correct the row and upload the file again.',
    ],
    es: [
      'Una fila tiene más o menos celdas que la cabecera',
      '[Línea {line}, celda {column}: se esperan {detail} celdas. ]Corrige la fila y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_QUOTE: {
    en: [
      'A quoted cell is not closed as it should be',
      '[Line {line}, cell {column}: ]A quote inside a quoted cell is written twice. Correct the row and upload the file again.',
    ],
    es: [
      'Una celda entre comillas no se cierra bien',
      '[Línea {line}, celda {column}: ]Una comilla dentro de una celda entrecomillada se escribe dos veces. Corrige la fila y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_JSON: {
    en: [
      'A line is not a JSON object',
      '[Line {line}, character {column}: ]Each line must contain one object. Correct it and upload the file again.',
    ],
    es: [
      'Una línea no es un objeto JSON',
      '[Línea {line}, carácter {column}: ]Cada línea debe contener un objeto. Corrígela y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_KEY: {
    en: ['The key column is missing', 'The file has no column[ {detail}]. Add it, or choose another key.'],
    es: ['Falta la columna de la clave', 'El archivo no tiene la columna[ {detail}]. Añádela o elige otra clave.'],
  },
  LOOKUP_DUPLICATE: {
    en: [
      'A key appears twice',
      '[Line {line}, column {column}: {detail} is on line {before} already. ]Each key may appear only once. Correct the rows and upload the file again.',
    ],
    es: [
      'Una clave está repetida',
      '[Línea {line}, columna {column}: {detail} ya está en la línea {before}. ]Cada clave puede aparecer una sola vez. Corrige las filas y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_COLUMN_GONE: {
    en: [
      'A column of an earlier version is missing',
      'Pipelines may read it, so every version keeps all earlier columns[; {detail} is not in the file]. Add it and upload the file again.',
    ],
    es: [
      'Falta una columna de una versión anterior',
      'Algún pipeline puede leerla, así que cada versión conserva todas las columnas anteriores[; {detail} no está en el archivo]. Añádela y sube el archivo de nuevo.',
    ],
  },
  LOOKUP_UNCHECKED: {
    en: [
      'The file could not be checked',
      'The server stopped several times while reading the file. The previous version stays active. Upload the file again; if it fails again, check the server log.',
    ],
    es: [
      'No se pudo comprobar el archivo',
      'El servidor se detuvo varias veces mientras leía el archivo. La versión anterior sigue activa. Sube el archivo de nuevo y, si vuelve a fallar, mira el registro del servidor.',
    ],
  },
  LOOKUP_SOURCE: {
    en: [
      'Couldn’t fetch the file',
      '[The address answered with status {status}. ]The previous version stays active, and the next scheduled refresh tries again. Check the address and its credentials.',
    ],
    es: [
      'No se pudo descargar el archivo',
      '[La dirección respondió con el estado {status}. ]La versión anterior sigue activa y la próxima actualización lo intenta de nuevo. Comprueba la dirección y sus credenciales.',
    ],
  },
  LOOKUP_CREDENTIALS: {
    en: ['The secret of the address cannot be used', 'It was deleted or is not active. Choose another one, or activate it.'],
    es: ['El secreto de la dirección no se puede usar', 'Se ha eliminado o no está activo. Elige otro o actívalo.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
