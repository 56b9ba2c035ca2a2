import type { WordsByLanguage } from '../words.ts';

/** Reasons of workers for listeners, pipelines and data sinks that do not run. */
export const workerReasons = {
  REPLAY_KEYED: {
    en: [
      'The version remembers earlier events',
      'A step depends on what came before, so a replay would give other results than the first time. Choose a version without it.',
    ],
    es: [
      'La versión recuerda eventos anteriores',
      'Un paso depende de lo que llegó antes, así que una reproducción daría otros resultados que la primera vez. Elige una versión sin él.',
    ],
  },
  REPLAY_LISTENER: {
    en: ['The version belongs to another listener', 'Choose a version whose label is one of this listener.'],
    es: ['La versión es de otro listener', 'Elige una versión cuya etiqueta sea de este listener.'],
  },
  REPLAY_LOST: {
    en: ['The worker lost track of the replay', 'The records of its progress are damaged. Start the replay again with the same keys.'],
    es: [
      'El worker ya no sabe por dónde iba la reproducción',
      'Los registros de su avance están dañados. Iníciala de nuevo con las mismas claves.',
    ],
  },
  PORT_IN_USE: {
    en: [
      'The port is taken on the worker',
      'Another program on that machine uses it. Stop that program or choose another port, then try again.',
    ],
    es: [
      'El puerto está ocupado en el worker',
      'Otro programa de esa máquina lo usa. Detén ese programa o elige otro puerto, y reintenta.',
    ],
  },
  PORT_DENIED: {
    en: [
      'The worker may not open this port',
      'Ports below 1024 need more rights than the worker has. Choose a higher port, then try again.',
    ],
    es: [
      'El worker no puede abrir este puerto',
      'Los puertos por debajo de 1024 piden más permisos de los que tiene. Elige uno más alto y reintenta.',
    ],
  },
  ADDRESS_UNKNOWN: {
    en: ['The address is not one of the worker', 'Choose an address of the machine, or 0.0.0.0 for all of them.'],
    es: ['La dirección no es del worker', 'Elige una dirección de la máquina, o 0.0.0.0 para todas.'],
  },
  BIND_FAILED: {
    en: ['The port could not be opened', 'The worker’s log shows the cause. Correct it and try again.'],
    es: ['No se pudo abrir el puerto', 'El registro del worker indica la causa. Corrígela y reintenta.'],
  },
  FILE_ROOTS_NONE: {
    en: ['The worker may not read any files', 'Ask an operator to open folders for reading (ACEQUIA_READ_ROOTS on the worker).'],
    es: ['El worker no puede leer archivos', 'Pide a un operador que abra carpetas para lectura (ACEQUIA_READ_ROOTS en el worker).'],
  },
  FILE_ROOT_OUTSIDE: {
    en: [
      'The file is outside the allowed folders',
      'A path is outside the folders that the operator opened for reading[: {component|message}]. Change the path, or ask an operator to open its folder (ACEQUIA_READ_ROOTS on the worker).',
    ],
    es: [
      'El archivo está fuera de las carpetas permitidas',
      'Una ruta está fuera de las carpetas que el operador abrió para lectura[: {component|message}]. Cambia la ruta o pide a un operador que abra su carpeta (ACEQUIA_READ_ROOTS en el worker).',
    ],
  },
  FILE_NONE: {
    en: ['No file matches yet', 'No file was found for {component|message}. Check the pattern. A file that appears is read by itself.'],
    es: [
      'Aún no coincide ningún archivo',
      'No hay ningún archivo para {component|message}. Revisa el patrón. Si aparece un archivo, se lee solo.',
    ],
  },
  FILE_DENIED: {
    en: [
      'The worker may not read a file',
      'Give the worker’s user the right to read {component|message}. The worker tries again by itself.',
    ],
    es: [
      'El worker no tiene permiso para leer un archivo',
      'Da permiso de lectura de {component|message} al usuario del worker. Se reintenta solo.',
    ],
  },
  FILE_FOLDER_DENIED: {
    en: [
      'The worker may not open a folder',
      'Give the worker’s user the right to list {component|message}. The worker tries again by itself.',
    ],
    es: ['El worker no puede abrir una carpeta', 'Da permiso para listar {component|message} al usuario del worker. Se reintenta solo.'],
  },
  FILE_UNREADABLE: {
    en: [
      'A file could not be read',
      'Reading {component|message} failed; the worker’s log shows the cause. The worker tries again by itself.',
    ],
    es: [
      'No se pudo leer un archivo',
      'Falló la lectura de {component|message}; el registro del worker indica la causa. Se reintenta solo.',
    ],
  },
  FILE_DAMAGED: {
    en: ['A compressed file is damaged', '{component|message} was read up to the damaged part. Restore the file if you need the rest.'],
    es: [
      'Un archivo comprimido está dañado',
      '{component|message} se leyó hasta la parte dañada. Restaura el archivo si necesitas el resto.',
    ],
  },
  FILE_REST_LOST: {
    en: [
      'A file disappeared before it was read to its end',
      '{component|message} was removed, compressed or moved to another folder, so its unread part is lost. A size after the name is the least that is missing. Check that log rotation keeps files in the folder. This message disappears after an hour.',
    ],
    es: [
      'Un archivo desapareció antes de leerse hasta el final',
      '{component|message} se borró, se comprimió o se movió a otra carpeta, así que se perdió la parte sin leer. Un tamaño tras el nombre es lo mínimo que falta. Comprueba que la rotación de registros deje los archivos en la carpeta. Este aviso desaparece al cabo de una hora.',
    ],
  },
  ADDRESS_CONNECTIONS: {
    en: [
      'One address has too many connections',
      'An address may have 80% of the connections of a listener, and {message} asked for more. Close connections it does not use, or raise the limit.',
    ],
    es: [
      'Una dirección tiene demasiadas conexiones',
      'Una dirección puede tener el 80 % de las conexiones de un listener, y {message} pidió más. Cierra las que no use o sube el límite.',
    ],
  },
  CREDENTIALS_REFUSED: {
    en: [
      'A sender was refused',
      '{message} sent a wrong password, token or signature within the last minute, or none. Copy the credential of this listener to that sender.',
    ],
    es: [
      'Se ha rechazado a un emisor',
      '{message} envió una contraseña, un token o una firma incorrectos en el último minuto, o ninguno. Copia la credencial de este listener a ese emisor.',
    ],
  },
  FILE_TOO_MANY: {
    en: ['The patterns match too many files', 'A listener follows about 2,000 files. Use several listeners, or exclude some files.'],
    es: [
      'Los patrones abarcan demasiados archivos',
      'Un listener sigue unos 2000 archivos. Repártelos entre varios listeners o excluye algunos.',
    ],
  },
  LISTENER_FAILED: {
    en: ['The listener stopped', 'The worker’s log shows the cause. Correct it, then choose Retry now.'],
    es: ['El listener se ha detenido', 'El registro del worker indica la causa. Corrígela y elige Reintentar ahora.'],
  },
  CERTIFICATE_INVALID: {
    en: [
      'The certificate cannot be used',
      'The certificate and the key do not belong together, or one of them cannot be read. Check their secrets.',
    ],
    es: ['El certificado no sirve', 'El certificado y la clave no encajan o alguno no se puede leer. Revisa los secretos.'],
  },
  SHADOW_SLOW: {
    en: ['A step takes too long', 'One event keeps a step busy for more than 10 s. Check its patterns: a slow pattern is the usual cause.'],
    es: [
      'Un paso tarda demasiado',
      'Un evento tiene ocupado un paso más de 10 s. Revisa sus patrones: la causa habitual es un patrón lento.',
    ],
  },
  SHADOW_ENDED: {
    en: ['The run was interrupted', 'A step used more memory than allowed, or ended the run. Try fewer events.'],
    es: ['La ejecución se interrumpió', 'Un paso pidió más memoria de la permitida o puso fin a la ejecución. Prueba con menos eventos.'],
  },
  SHADOW_LOST: {
    en: ['The worker no longer answers', 'The run has not reported for a while. Start it again.'],
    es: ['El worker ya no responde', 'Hace un rato que no se sabe nada de la ejecución. Iníciala de nuevo.'],
  },
  SECRET_UNAVAILABLE: {
    en: [
      'A secret is missing',
      'The secret was deactivated or deleted, has expired, or has not reached the worker yet. Check it under Secrets management.',
    ],
    es: [
      'Falta un secreto',
      'El secreto está desactivado, eliminado o caducado, o aún no ha llegado al worker. Revísalo en la gestión de secretos.',
    ],
  },
  COMPONENT_UNKNOWN: {
    en: ['The worker does not know a component', '{component|message} is missing in its version. Update the worker.'],
    es: ['El worker no conoce un componente', 'Falta {component|message} en su versión. Actualiza el worker.'],
  },
  PIPELINE_INVALID: {
    en: ['The pipeline cannot run', 'The worker found a problem in it. Open the pipeline and look at its list of problems.'],
    es: ['El pipeline no puede funcionar', 'El worker ha encontrado un problema. Abre el pipeline y mira su lista de problemas.'],
  },
  LISTENER_MISSING: {
    en: [
      'The pipeline’s listener is not on this cluster',
      'Choose a label of a listener of this cluster, or publish to the listener’s cluster.',
    ],
    es: [
      'El listener del pipeline no está en este clúster',
      'Elige una etiqueta de un listener de este clúster, o publica en el clúster del listener.',
    ],
  },
  DATASINK_MISSING: {
    en: ['A data sink of the pipeline is missing', 'The data sink was deleted. Choose another one and publish again.'],
    es: ['Falta un destino de datos del pipeline', 'El destino de datos se ha eliminado. Elige otro y publica de nuevo.'],
  },
  LISTENER_REMOVED: {
    en: ['Stopped: its listener was removed', '“{name}” was removed. Choose another listener and publish again.'],
    es: ['Detenido: se eliminó su listener', 'Se eliminó «{name}». Elige otro listener y publica de nuevo.'],
  },
  LABEL_REMOVED: {
    en: ['Stopped: its label was removed', '“{name}” was removed. Choose another label and publish again.'],
    es: ['Detenido: se eliminó su etiqueta', 'Se eliminó «{name}». Elige otra etiqueta y publica de nuevo.'],
  },
  DATASINK_REMOVED: {
    en: ['Stopped: its data sink was removed', '“{name}” was removed. Choose another data sink and publish again.'],
    es: ['Detenido: se eliminó su destino de datos', 'Se eliminó «{name}». Elige otro destino de datos y publica de nuevo.'],
  },
  SECRET_REMOVED: {
    en: ['Stopped: its secret was removed', '“{name}” was removed. Choose another secret and publish again.'],
    es: ['Detenido: se eliminó su secreto', 'Se eliminó «{name}». Elige otro secreto y publica de nuevo.'],
  },
  LOOKUP_REMOVED: {
    en: ['Stopped: its enrichment was removed', '“{name}” was removed. Choose another enrichment and publish again.'],
    es: ['Detenido: se eliminó su enriquecimiento', 'Se eliminó «{name}». Elige otro enriquecimiento y publica de nuevo.'],
  },
  TRIAL_OVER: {
    en: [
      'Stopped: the free trial has ended',
      'The pipeline ran for 7 more days. Ask the operator of Acequia for a plan, then start it again.',
    ],
    es: [
      'Detenido: la prueba gratuita ha terminado',
      'El pipeline funcionó 7 días más. Pide un plan al operador de Acequia y vuelve a iniciarlo.',
    ],
  },
  MAIL_NOT_TAKEN: {
    en: ['The mail server did not accept the email', 'Check the address, and ask the operator to check the mail server.'],
    es: ['El servidor de correo no aceptó el mensaje', 'Comprueba la dirección y pide al operador que revise el servidor de correo.'],
  },
  WEBHOOK_FAILED: {
    en: ['The request was not sent or not answered', 'Check the address of the webhook and that its receiver answers.'],
    es: ['La petición no se envió o no tuvo respuesta', 'Comprueba la dirección del webhook y que su receptor responde.'],
  },
  JOURNAL_FULL: {
    en: [
      'The journal is full',
      'The disk is full or the journal has reached its limit, so no more events are accepted. Free space, or let the destinations catch up.',
    ],
    es: [
      'El journal está lleno',
      'El disco está lleno o el journal ha llegado a su límite, así que no se aceptan más eventos. Libera espacio o deja que los destinos se pongan al día.',
    ],
  },
  JOURNAL_FAILED: {
    en: [
      'The journal cannot be written',
      'The worker’s disk reports an error. Events that are not written are not acknowledged. Check the disk.',
    ],
    es: [
      'No se puede escribir el journal',
      'El disco del worker da un error. Los eventos que no están escritos no se confirman. Revisa el disco.',
    ],
  },
  PROBE_UNREACHABLE: {
    en: ['No connection to the destination', 'Nothing answered at that address and port. Check both, and that no firewall is in between.'],
    es: [
      'No hay conexión con el destino',
      'Nada ha respondido en esa dirección y puerto. Revísalos, y que no haya un cortafuegos en medio.',
    ],
  },
  PROBE_FAILED: {
    en: ['The test failed', '[{message}. ]The worker’s log shows the cause.'],
    es: ['La prueba ha fallado', '[{message}. ]El registro del worker indica la causa.'],
  },
  ENGINE_STEP_FAILED: {
    en: [
      'An action failed on this event',
      'This is an error of the action, not of the event. The event is in dead letters. Ask an operator to look for the cause in the worker’s log.',
    ],
    es: [
      'Una acción falló con este evento',
      'Es un error de la acción, no del evento. El evento está en los eventos fallidos. Pide a un operador que busque la causa en el registro del worker.',
    ],
  },
  TRACE_TOO_LONG: {
    en: [
      'The steps take too long with these events',
      'They were stopped after 10 seconds. Check for patterns that repeat inside each other.',
    ],
    es: [
      'Los pasos tardan demasiado con estos eventos',
      'Se detuvieron tras 10 segundos. Busca patrones que se repitan unos dentro de otros.',
    ],
  },
  TRACE_TOO_LARGE: {
    en: [
      'The steps need too much memory for these events',
      'They were stopped; running pipelines are not affected. Check the steps that create long texts or lists.',
    ],
    es: [
      'Los pasos necesitan demasiada memoria con estos eventos',
      'Se detuvieron; los pipelines en marcha no se ven afectados. Revisa los pasos que crean textos o listas largas.',
    ],
  },
  TRACE_ENDED: {
    en: ['The run ended early', 'Run the events again. If this happens again, the worker’s log shows the cause.'],
    es: ['La ejecución terminó antes de tiempo', 'Ejecuta los eventos otra vez. Si se repite, el registro del worker indica la causa.'],
  },
  TRACE_FAILED: {
    en: ['The worker could not run the steps', 'Run the events again. If this happens again, the worker’s log shows the cause.'],
    es: ['El worker no pudo ejecutar los pasos', 'Ejecuta los eventos otra vez. Si se repite, el registro del worker indica la causa.'],
  },
  EVENT_GONE: {
    en: ['The event is no longer kept', 'The journal of the worker no longer contains it, so it cannot be traced. Choose a newer event.'],
    es: [
      'El evento ya no se conserva',
      'El journal del worker ya no lo contiene, así que no se puede seguir su camino. Elige un evento más reciente.',
    ],
  },
  TRACE_NO_LISTENER: {
    en: ['The label has no listener', 'Choose a listener in the label, or use sample events.'],
    es: ['La etiqueta no tiene listener', 'Elige un listener en la etiqueta o usa eventos de muestra.'],
  },
  LISTENER_ABSENT: {
    en: ['The listener does not run on this worker', 'Wait a few seconds until the worker starts it.'],
    es: ['El listener no está en marcha en este worker', 'Espera unos segundos a que el worker lo inicie.'],
  },
  LANE_DIED: {
    en: [
      'A part of the worker stopped unexpectedly',
      'It restarts by itself and continues where it stopped. If this happens again, check the worker’s log for the cause.',
    ],
    es: [
      'Una parte del worker se detuvo de forma inesperada',
      'Se reinicia sola y continúa donde se detuvo. Si se repite, busca la causa en el registro del worker.',
    ],
  },
  ENGINE_CRASH: {
    en: [
      'This event crashes the worker’s process',
      'An action or a decoder runs out of memory, never finishes or fails on this event. The event is in dead letters so that the others continue. Contact an operator.',
    ],
    es: [
      'Este evento hace caer el proceso del worker',
      'Una acción o un decodificador se queda sin memoria, no termina nunca o falla con este evento. El evento está en los eventos fallidos para que los demás continúen. Avisa a un operador.',
    ],
  },
  ENGINE_STATE_CRASH: {
    en: [
      'An action fails on the data that it keeps',
      'An action failed on the open windows or kept events of this version, or crashed the worker. The version is on hold so that others continue. Publish one that keeps less: shorter windows, fewer lists or keys. If that one fails too, contact an operator. The open windows of this version are dropped; events received since go to the new one.',
    ],
    es: [
      'Una acción falla con los datos que guarda',
      'Una acción falló con las ventanas abiertas o los eventos guardados de esta versión, o hizo caer el worker. La versión está en espera para que las demás continúen. Publica una que guarde menos: ventanas más cortas, menos listas o claves. Si esa también falla, avisa a un operador. Las ventanas abiertas de esta versión se descartan; los eventos recibidos después pasan a la nueva.',
    ],
  },
  ENGINE_STEP_FORGOT: {
    en: [
      'An action did not report a result for this event',
      'This is an error of the action. The event is in dead letters, so nothing is lost. Contact an operator.',
    ],
    es: [
      'Una acción no comunicó un resultado para este evento',
      'Es un error de la acción. El evento está en los eventos fallidos, así que no se pierde nada. Avisa a un operador.',
    ],
  },
  INTERNAL: {
    en: [
      'The worker had an internal error',
      'The work is tried again. If the error stays, send an operator the time at which it happened.',
    ],
    es: ['El worker tuvo un error interno', 'El trabajo se reintenta. Si el error sigue, envía a un operador la hora a la que ocurrió.'],
  },
} as const satisfies Readonly<Record<string, WordsByLanguage>>;
