import type { Localised } from '../text.ts';

/** Faults of single values in a form. */
export const configFaultTexts = {
  CONFIG_REQUIRED: { en: 'Fill this in.', es: 'Rellena este campo.' },
  CONFIG_TYPE: { en: 'Enter a value of the right type[: {expected}].', es: 'Escribe un valor del tipo correcto[: {expected}].' },
  CONFIG_CHOICE: { en: 'Choose one of the options[: {expected}].', es: 'Elige una de las opciones[: {expected}].' },
  CONFIG_TOO_SMALL: { en: 'The smallest allowed value is {min}.', es: 'El valor mínimo es {min}.' },
  CONFIG_TOO_LARGE: { en: 'The largest allowed value is {max}.', es: 'El valor máximo es {max}.' },
  CONFIG_TOO_SHORT: { en: 'Enter at least {min} characters or entries.', es: 'Escribe al menos {min} caracteres o entradas.' },
  CONFIG_TOO_LONG: { en: 'At most {max} characters or entries are allowed.', es: 'Se admiten como máximo {max} caracteres o entradas.' },
  CONFIG_FORMAT: {
    en: 'The format is not valid. The help of this field shows an example.',
    es: 'El formato no es válido. La ayuda de este campo muestra un ejemplo.',
  },
  CONFIG_REGEX: {
    en: 'This is not a valid regular expression. Use RE2 syntax.',
    es: 'No es una expresión regular válida. Usa la sintaxis de RE2.',
  },
  CONFIG_REGEX_NAMES: {
    en: 'The pattern names no group, so no field would come out. Write groups as (?P<name>…).',
    es: 'El patrón no nombra ningún grupo, así que no saldría ningún campo. Escribe los grupos como (?P<nombre>…).',
  },
  CONFIG_TIMEZONE: {
    en: 'There is no time zone with this name. Use one such as Europe/Madrid.',
    es: 'No hay ninguna zona horaria con ese nombre. Usa una como Europe/Madrid.',
  },
  CONFIG_TIME_PATTERN: {
    en: 'This is not a time pattern. Use a known name, letters with % or a layout with 2006.',
    es: 'No es un patrón de hora. Usa un nombre conocido, letras con % o un modelo con 2006.',
  },
  CONFIG_DUPLICATE: { en: 'Each entry may appear only once.', es: 'Cada entrada puede aparecer una sola vez.' },
  CONFIG_UNKNOWN_FIELD: { en: 'This component has no such setting. Remove it.', es: 'Este componente no tiene ese ajuste. Quítalo.' },
  CONFIG_INVALID: {
    en: 'This value is not valid[ ({path})]. Enter a different one.',
    es: 'Este valor no es válido[ ({path})]. Escribe otro.',
  },
  CONFIG_CSV_NEEDS_FIELDS: {
    en: 'CSV needs its columns. Choose the fields, in order.',
    es: 'El CSV necesita sus columnas. Elige los campos, en orden.',
  },
  CONFIG_ENCODE: {
    en: 'The content cannot be written like this. Choose what is sent: all fields, chosen ones, one field or a template.',
    es: 'El contenido no se puede escribir así. Elige qué se envía: todos los campos, algunos, uno solo o una plantilla.',
  },
  CONFIG_EXPRESSION: {
    en: 'The expression or condition cannot be used. Open it and correct the marked place.',
    es: 'La expresión o condición no sirve. Ábrela y corrige el punto marcado.',
  },
  CONFIG_FILE_ROOT: {
    en: 'No cluster has this folder. Choose one that is offered, or ask an operator to open it (ACEQUIA_FILE_ROOTS).',
    es: 'Ningún clúster tiene esta carpeta. Elige una de las ofrecidas o pide a un operador que la abra (ACEQUIA_FILE_ROOTS).',
  },
  CONFIG_HEADER: {
    en: 'This is not a header name and value. Names can contain letters, digits and hyphens. Values can’t contain line breaks.',
    es: 'No es un nombre y un valor de cabecera. Los nombres pueden contener letras, cifras y guiones. Los valores no pueden contener saltos de línea.',
  },
  CONFIG_HEADER_CREDENTIAL: {
    en: 'This header contains a credential, which everyone could read here. Save its value as a secret. Then choose that secret in the data sink, under Authentication or Headers with a secret.',
    es: 'Esta cabecera lleva una credencial, que aquí podría leer cualquiera. Guarda su valor como secreto y elígelo en el destino de datos, en Autenticación o en Cabeceras con un secreto.',
  },
  CONFIG_HOST_CREDENTIALS: {
    en: 'Enter only the host. Syslog sends no user or password. To authenticate to the destination, choose TLS and a client certificate.',
    es: 'Escribe solo el servidor. Syslog no envía usuario ni contraseña. Para autenticarte en el destino, elige TLS y un certificado de cliente.',
  },
  CONFIG_PROXY_CREDENTIALS: {
    en: 'Remove the user and password from this address, where everyone could read them. Enter them in User of the proxy and, as a secret, in Password of the proxy.',
    es: 'Quita el usuario y la contraseña de esta dirección, donde podría leerlos cualquiera. Ponlos en Usuario del proxy y, como secreto, en Contraseña del proxy.',
  },
  CONFIG_QUERY_CREDENTIAL: {
    en: 'This address contains a credential, which everyone could read here. Remove it. In the data sink, choose API key under Authentication, sent in the query, with a secret.',
    es: 'Esta dirección lleva una credencial, que aquí podría leer cualquiera. Quítala. En el destino de datos, elige Clave de API en Autenticación, enviada en la consulta, con un secreto.',
  },
  CONFIG_TOKEN_URL_CREDENTIALS: {
    en: 'Remove the user and password from this address, where everyone could read them. Enter them in Client id and, as a secret, in Client secret.',
    es: 'Quita el usuario y la contraseña de esta dirección, donde podría leerlos cualquiera. Ponlos en Id de cliente y, como secreto, en Secreto de cliente.',
  },
  CONFIG_URL_CREDENTIALS: {
    en: 'Remove the user and password from this address, where everyone could read them. In the data sink, choose User and password under Authentication, with the password as a secret.',
    es: 'Quita el usuario y la contraseña de esta dirección, donde podría leerlos cualquiera. En el destino de datos, elige Usuario y contraseña en Autenticación, con la contraseña como secreto.',
  },
  CONFIG_HTTPS: {
    en: 'Use https://. Only this machine or a private network may be reached unencrypted.',
    es: 'Usa https://. Sin cifrar solo se llega a esta máquina o a una red privada.',
  },
  CONFIG_PLAIN_HTTP: {
    en: 'http:// is unencrypted. Use https://, or turn on Allow unencrypted HTTP beside the base URL.',
    es: 'http:// va sin cifrar. Usa https://, o activa Permitir HTTP sin cifrar junto a la URL base.',
  },
  CONFIG_OPEN_LISTENER: {
    en: 'Anyone who reaches this port can send events. Choose an authentication, or bind to 127.0.0.1.',
    es: 'Cualquiera que llegue a este puerto puede enviar eventos. Elige una autenticación o escucha en 127.0.0.1.',
  },
  CONFIG_LITERAL: {
    en: 'This is not a value of the chosen type, or it contains a space. Change the value or the type.',
    es: 'Esto no es un valor del tipo elegido, o contiene un espacio. Cambia el valor o el tipo.',
  },
  CONFIG_LITERAL_PREFIX: {
    en: 'Start with fixed text, such as logs/, before the first field. Then no event alone decides where it is written.',
    es: 'Empieza con un texto fijo, como logs/, antes del primer campo. Así ningún evento decide por sí solo dónde se escribe.',
  },
  CONFIG_NOT_A_PART: {
    en: 'This must divide the window evenly: 1m divides a window of 5 minutes.',
    es: 'Tiene que dividir la ventana sin resto: 1m divide una ventana de 5 minutos.',
  },
  CONFIG_OPERATION: {
    en: 'This operation does not exist, or one of its parameters is missing or wrong. Choose an operation and fill in its parameters.',
    es: 'Esta operación no existe, o alguno de sus parámetros falta o es incorrecto. Elige una operación y rellena sus parámetros.',
  },
  CONFIG_OVERLAP: {
    en: 'Too many windows overlap: each event would count in more than {max} of them. Choose a longer interval or a shorter window. With lists or joined values at most 100 may overlap, otherwise 1,440.',
    es: 'Se solapan demasiadas ventanas: cada evento contaría en más de {max}. Elige un intervalo más largo o una ventana más corta. Con listas o valores unidos pueden solaparse 100 como máximo; si no, 1440.',
  },
  CONFIG_PATH_PARTS: {
    en: 'Remove parts "." and ".." and control characters, and keep each part between slashes within 215 bytes.',
    es: 'Quita las partes «.» y «..» y los caracteres de control, y limita cada parte entre barras a 215 bytes.',
  },
  CONFIG_PATH_AS_WRITTEN: {
    en: 'This path would be read as another one. Remove "./" and slashes at its beginning and end, double slashes and backslashes.',
    es: 'Esta ruta se leería como otra. Quita «./» y las barras del principio y del final, las barras dobles y las invertidas.',
  },
  CONFIG_PATTERN_DEAD: {
    en: 'This pattern can never match: a part of it is empty, "." or "..", perhaps by its brackets or braces. Name the folder itself.',
    es: 'Este patrón nunca puede coincidir: una parte queda vacía o es «.» o «..», quizá por corchetes o llaves. Nombra la carpeta misma.',
  },
  CONFIG_REFERENCE: {
    en: 'This is not a reference to a field. Write it as ${name}.',
    es: 'No es una referencia a un campo. Escríbela como ${nombre}.',
  },
  CONFIG_STEP_ZERO: {
    en: 'A sequence must change with each event. Choose a step other than 0.',
    es: 'Una secuencia debe cambiar con cada evento. Elige un paso distinto de 0.',
  },
  CONFIG_TEMPLATE: {
    en: 'The template cannot be used. Open it and correct the marked place.',
    es: 'La plantilla no sirve. Ábrela y corrige el punto marcado.',
  },
  CONFIG_WITHOUT_KEYS: {
    en: 'This works only while no keys are chosen.',
    es: 'Esto solo funciona sin claves elegidas.',
  },
  CONFIG_URL_HOST: {
    en: 'The host cannot come from an event. Enter it here or in the data sink.',
    es: 'El host no puede venir de un evento. Escríbelo aquí o en el destino de datos.',
  },
} as const satisfies Readonly<Record<string, Localised>>;
