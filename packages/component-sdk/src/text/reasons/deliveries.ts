import type { WordsByLanguage } from '../words.ts';

/** Why a data sink waits, or has refused an event. */
export const deliveryReasons = {
  DELIVERY_FAILED: {
    en: ['The delivery failed', 'The delivery is tried again. If it keeps failing, check the worker’s log for the cause.'],
    es: ['La entrega ha fallado', 'La entrega se reintenta. Si sigue fallando, busca la causa en el registro del worker.'],
  },
  DELIVERY_REHEARSED: {
    en: [
      'An outage is being simulated',
      'The data sink is set to accept no events for a while. It recovers by itself and then delivers the waiting events.',
    ],
    es: [
      'Se simula una caída',
      'El destino de datos está configurado para no aceptar eventos durante un rato. Después continúa solo y entrega los que esperan.',
    ],
  },
  DELIVERY_ENCODE_FAILED: {
    en: [
      'The event could not be written',
      'The data sink had an internal error with this event. The event is in dead letters. Contact an operator.',
    ],
    es: [
      'No se pudo escribir el evento',
      'El destino de datos tuvo un error interno con este evento. El evento está en los eventos fallidos. Avisa a un operador.',
    ],
  },
  DELIVERY_TOO_LARGE: {
    en: [
      'An event is too large for the destination',
      'The event is in dead letters. Make events smaller in an earlier step, or raise the limit at the destination.',
    ],
    es: [
      'Un evento es demasiado grande para el destino',
      'El evento está en los eventos fallidos. Reduce los eventos en un paso anterior o sube el límite en el destino.',
    ],
  },
  DELIVERY_NO_TEXT: {
    en: [
      'The event has nothing to send',
      'It has neither a message nor its original text. Choose the fields to send, or build a message in an earlier step.',
    ],
    es: [
      'El evento no tiene nada que enviar',
      'No lleva message ni su texto original. Elige los campos que se envían o construye un mensaje en un paso anterior.',
    ],
  },
  DELIVERY_URL: {
    en: [
      'The address built from the event is not valid',
      'A field used in the address is empty or does not fit there. Check the template of the address.',
    ],
    es: [
      'La dirección que resulta del evento no es válida',
      'Un campo usado en la dirección está vacío o no encaja ahí. Revisa la plantilla de la dirección.',
    ],
  },
  DELIVERY_ITEM: {
    en: [
      'The destination rejected this event',
      'It accepted the others in the batch. Its answer is in the details. Correct the event and send it again.',
    ],
    es: [
      'El destino rechazó este evento',
      'Aceptó los demás del lote; su respuesta está en los detalles. Corrige el evento y envíalo de nuevo.',
    ],
  },
  DELIVERY_BAD_ANSWER: {
    en: [
      'The destination’s answer cannot be understood',
      'It does not say which events were accepted. Check the address and the path of the items in the answer.',
    ],
    es: [
      'No se entiende la respuesta del destino',
      'No dice qué eventos se aceptaron. Revisa la dirección y la ruta de los elementos en la respuesta.',
    ],
  },
  DELIVERY_TOKEN: {
    en: ['The destination gave no access token', 'Check the client id, the client secret and the token URL.'],
    es: ['El destino no dio un token de acceso', 'Revisa el id de cliente, el secreto de cliente y la URL del token.'],
  },
  DELIVERY_DISK_FULL: {
    en: ['The disk of the destination is full', 'Free space on the worker; events wait.'],
    es: ['El disco del destino está lleno', 'Libera espacio en el worker; los eventos esperan.'],
  },
  DELIVERY_FILE: {
    en: [
      'The file cannot be written',
      'The disk of the worker reports an error. The delivery is tried again by itself. Ask an operator to check the disk.',
    ],
    es: [
      'No se puede escribir el archivo',
      'El disco del worker da un error. La entrega se reintenta sola. Pide a un operador que revise el disco.',
    ],
  },
  DELIVERY_OUT_OF_FILES: {
    en: [
      'The worker can open no more files',
      'It has reached its limit of open files and connections. Delivery continues by itself when some are closed. Ask an operator to raise the limit (ulimit -n, LimitNOFILE).',
    ],
    es: [
      'El worker no puede abrir más archivos',
      'Ha llegado a su límite de archivos y conexiones abiertos. La entrega continúa sola cuando se cierren algunos. Pide a un operador que suba el límite (ulimit -n, LimitNOFILE).',
    ],
  },
  DELIVERY_FILE_DENIED: {
    en: [
      'The worker may not write there',
      'The folder or file belongs to another user, or the disk is read-only. Give the worker’s user write permission. Events wait.',
    ],
    es: [
      'El worker no puede escribir ahí',
      'La carpeta o el archivo son de otro usuario, o el disco es de solo lectura. Da permiso de escritura al usuario del worker. Los eventos esperan.',
    ],
  },
  DELIVERY_SINK_STUCK: {
    en: [
      'The previous connection to the destination hasn’t closed',
      'Delivery continues as soon as it closes. If this lasts for minutes, ask an operator to restart the worker. No event is lost.',
    ],
    es: [
      'La conexión anterior con el destino no se ha cerrado',
      'La entrega continúa en cuanto se cierre. Si esto dura minutos, pide a un operador que reinicie el worker. No se pierde ningún evento.',
    ],
  },
  DELIVERY_SPILL_UNREADABLE: {
    en: [
      'Waiting events can’t be read from the worker’s disk',
      'They are read again every minute, and delivery continues when that succeeds. Ask an operator to check the worker’s disk.',
    ],
    es: [
      'No se pueden leer los eventos en espera del disco del worker',
      'Se vuelven a leer cada minuto y la entrega continúa cuando se logra. Pide a un operador que revise el disco del worker.',
    ],
  },
  DELIVERY_FILE_IN_USE: {
    en: [
      'Waiting for another pipeline to finish with this file',
      'Pipelines that write to one file take turns. Delivery continues by itself when the other pipeline has its events on disk. To avoid the wait, give each pipeline its own path.',
    ],
    es: [
      'Esperando a que otro pipeline termine con este archivo',
      'Los pipelines que escriben en un mismo archivo se turnan. La entrega continúa sola cuando el otro pipeline tiene sus eventos en disco. Para evitar la espera, da a cada pipeline su propia ruta.',
    ],
  },
  DELIVERY_FOLDER_IN_USE: {
    en: [
      'Another worker writes to this folder',
      'In one folder, only one worker at a time writes for an organization. Events wait until the other worker stops, or writes nothing for 30 seconds. Ask an operator to give each worker its own folder.',
    ],
    es: [
      'Otro worker escribe en esta carpeta',
      'En una carpeta solo escribe un worker a la vez para cada organización. Los eventos esperan hasta que el otro worker se detenga o pase 30 segundos sin escribir. Pide a un operador que dé a cada worker su propia carpeta.',
    ],
  },
  DELIVERY_FILE_ROOT: {
    en: [
      'The folder is not allowed or does not exist',
      'Files are written only to the folders that an operator opened in the cluster. Choose one of them, or ask an operator.',
    ],
    es: [
      'La carpeta no está permitida o no existe',
      'Los archivos solo se escriben en las carpetas que un operador abrió en el clúster. Elige una de ellas o pregunta a un operador.',
    ],
  },
  DELIVERY_PATH: {
    en: [
      'The path cannot be used',
      'An event gives a path that is empty, too long, or has "." or ".." as a part or a control character. Check the template.',
    ],
    es: [
      'La ruta no sirve',
      'Un evento da una ruta vacía, demasiado larga, con una parte «.» o «..» o con un carácter de control. Revisa la plantilla.',
    ],
  },
  DELIVERY_PATH_OUTSIDE: {
    en: ['The path leads out of its folder', 'Check the template: the file must stay below the folder.'],
    es: ['La ruta sale de su carpeta', 'Revisa la plantilla: el archivo debe quedar debajo de la carpeta.'],
  },
  DELIVERY_CONNECTION_CLOSED: {
    en: [
      'The destination closed the connection',
      'The connection is opened again and unconfirmed events are sent again. Nothing needs to be done.',
    ],
    es: [
      'El destino cerró la conexión',
      'La conexión se abre de nuevo y los eventos sin confirmar se envían otra vez. No hay que hacer nada.',
    ],
  },
  DELIVERY_WRITE_TIMEOUT: {
    en: [
      'The destination accepts no more data',
      'Nothing more could be written in time. The connection is opened again by itself. Check that the destination is not overloaded.',
    ],
    es: [
      'El destino no acepta más datos',
      'No se pudo escribir más a tiempo. La conexión se abre de nuevo sola. Comprueba que el destino no esté saturado.',
    ],
  },
  DELIVERY_RELP_REFUSED: {
    en: [
      'The destination refused the protocol or a message',
      'It does not speak RELP, or not with these settings. Check port and protocol at the destination.',
    ],
    es: [
      'El destino rechazó el protocolo o un mensaje',
      'No habla RELP, o no con estos ajustes. Revisa el puerto y el protocolo en el destino.',
    ],
  },
  DELIVERY_RELP_TIMEOUT: {
    en: [
      'The destination confirms nothing',
      'No RELP confirmation came in time. The messages are sent again over a new connection. Check that the destination is not overloaded.',
    ],
    es: [
      'El destino no confirma nada',
      'No llegó a tiempo la confirmación RELP. Los mensajes se reenvían por una conexión nueva. Comprueba que el destino no esté saturado.',
    ],
  },
  DELIVERY_SYSLOG_PRIORITY: {
    en: [
      'The facility or severity of the event is not valid',
      'Facilities go from 0 to 23, severities from 0 to 7, or by name. Check the templates of the step.',
    ],
    es: [
      'La facilidad o la severidad del evento no es válida',
      'Las facilidades van de 0 a 23 y las severidades de 0 a 7, o por su nombre. Revisa las plantillas del paso.',
    ],
  },
  DELIVERY_UDP: {
    en: [
      'The destination refuses datagrams',
      'The network reports that nothing receives them there[ ({message})]. Check the host and the port. Events wait.',
    ],
    es: [
      'El destino rechaza los datagramas',
      'La red indica que allí no los recibe nadie[ ({message})]. Revisa el host y el puerto; los eventos esperan.',
    ],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
