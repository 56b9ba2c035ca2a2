import type { AlertCode } from './alert-shapes.ts';
import { fillIn, type Fields, type Words, type WordsByLanguage } from './errors/words.ts';
import { namesSetUp } from './event-content.ts';
import type { Reason } from './shapes.ts';

/** Title and text of each alert. `{name}` is the source's name when it was raised. */
const texts: Readonly<Record<AlertCode, WordsByLanguage>> = {
  DESTINATION_DOWN: {
    en: [
      '{name} isn’t accepting events',
      '{cause} Undelivered events wait on the worker’s disk and are sent when the destination accepts events again.',
    ],
    es: [
      '{name} no acepta eventos',
      '{cause} Los eventos sin entregar esperan en el disco del worker y se envían cuando el destino vuelve a aceptarlos.',
    ],
  },
  LISTENER_FAILED: {
    en: ['{name} isn’t listening', 'The worker can’t open the listener, so no events arrive. Open the listener to see the cause.'],
    es: ['{name} no escucha', 'El worker no puede abrir el listener y no llegan eventos. Abre el listener para ver la causa.'],
  },
  LISTENER_INCOMPLETE: {
    en: [
      '{name} is missing part of its data',
      'It can’t read a file, or a file disappeared before it was read. Open the listener to see which one and why.',
    ],
    es: [
      'A {name} le falta parte de sus datos',
      'No puede leer un archivo, o un archivo desapareció antes de leerse. Abre el listener para ver cuál y por qué.',
    ],
  },
  PIPELINE_REFUSED: {
    en: [
      '{name} isn’t running',
      'The worker couldn’t start the published version. Open the pipeline in the editor to see the step and the cause.',
    ],
    es: [
      '{name} no funciona',
      'El worker no pudo iniciar la versión publicada. Abre el pipeline en el editor para ver el paso y la causa.',
    ],
  },
  LOOKUP_NOT_IN_FORCE: {
    en: [
      'Version {version} of {name} isn’t active',
      'The worker can’t load its table and keeps trying. Until then, pipelines use the previous version, or wait. Open the enrichment to see the cause.',
    ],
    es: [
      'La versión {version} de {name} no está activa',
      'El worker no puede cargar su tabla y lo sigue intentando. Mientras tanto, los pipelines usan la versión anterior o esperan. Abre el enriquecimiento para ver la causa.',
    ],
  },
  WORKER_SILENT: {
    en: ['The worker {name} is offline', 'It hasn’t reported for a minute. Check that it’s running and can reach this server.'],
    es: [
      'El worker {name} está sin conexión',
      'No informa desde hace un minuto. Comprueba que esté en marcha y que llegue a este servidor.',
    ],
  },
  WORKER_RESTARTED: {
    en: [
      'The worker {name} ran out of memory',
      'It was restarted, and no acknowledged event was lost. Give the machine or its container more memory. If only the worker is at its limit, raise that limit (NODE_OPTIONS=--max-old-space-size, in MiB). You can also spread its pipelines over more workers.',
    ],
    es: [
      'El worker {name} se quedó sin memoria',
      'Se ha reiniciado y no se ha perdido ningún evento confirmado. Da más memoria a la máquina o a su contenedor. Si solo el worker ha llegado a su límite, súbelo (NODE_OPTIONS=--max-old-space-size, en MiB). También puedes repartir sus pipelines entre más workers.',
    ],
  },
  WORKER_COPIED: {
    en: [
      'The worker {name} is running twice',
      'Its data and keys were copied, and both copies were started. The server accepts the one that started last; the other one stops. Run only one of them. Events that the stopped one had not delivered are still on its disk.',
    ],
    es: [
      'El worker {name} está en marcha dos veces',
      'Se copiaron sus datos y claves, y se iniciaron las dos copias. El servidor acepta la última que se inició; la otra se detiene. Deja solo una en marcha. Los eventos que la otra no había entregado siguen en su disco.',
    ],
  },
  JOURNAL_NEAR_LIMIT: {
    en: [
      'The journal of {name} is {percent}% full',
      'Undelivered events take up most of its space. At 90%, Acequia asks senders to wait. Fix the slow destination.',
    ],
    es: [
      'El journal de {name} está al {percent} %',
      'Los eventos sin entregar ocupan casi todo su espacio. Al 90 %, Acequia pide a los emisores que esperen. Corrige el destino lento.',
    ],
  },
  JOURNAL_FAILED: {
    en: [
      'The disk of the worker {name} is failing',
      'It rejected a write to the journal ({error}). Events that aren’t on disk aren’t acknowledged, so senders send them again. The worker retries each write in a new file. Check the disk or volume. If the error continues, move the worker’s data to another one.',
    ],
    es: [
      'El disco del worker {name} falla',
      'Ha rechazado una escritura en el journal ({error}). Los eventos que no están en disco no se confirman, así que los emisores los reenvían. El worker reintenta cada escritura en un archivo nuevo. Revisa el disco o el volumen. Si el error continúa, lleva los datos del worker a otro.',
    ],
  },
  JOURNAL_FULL: {
    en: [
      'The disk of the worker {name} is full',
      'The journal can’t grow ({error}), so Acequia asks senders to wait. No acknowledged event was lost. Free up space, or fix the destination that isn’t accepting events. The worker then continues on its own.',
    ],
    es: [
      'El disco del worker {name} está lleno',
      'El journal no puede crecer ({error}), así que Acequia pide a los emisores que esperen. No se ha perdido ningún evento confirmado. Libera espacio o corrige el destino que no acepta eventos. Después, el worker continúa solo.',
    ],
  },
  WORKER_FILES: {
    en: [
      'The worker {name} can’t open more files',
      'It has reached the limit of open files and connections ({error}), so Acequia asks senders to wait. No acknowledged event was lost. Raise the limit (ulimit -n, LimitNOFILE), or reduce the number of connections. The worker then continues on its own.',
    ],
    es: [
      'El worker {name} no puede abrir más archivos',
      'Ha llegado al límite de archivos y conexiones abiertos ({error}), así que Acequia pide a los emisores que esperen. No se ha perdido ningún evento confirmado. Sube el límite (ulimit -n, LimitNOFILE) o reduce el número de conexiones. Después, el worker continúa solo.',
    ],
  },
  DISK_LOW: {
    en: [
      'The disk of the worker {name} is nearly full',
      'Only {percent}% is free. Once it’s full, listeners stop accepting events. Free up space.',
    ],
    es: [
      'El disco del worker {name} está casi lleno',
      'Solo queda libre el {percent} %. Cuando se llene, los listeners dejarán de aceptar eventos. Libera espacio.',
    ],
  },
  EVENTS_LOST: {
    en: [
      '{name} lost {count, plural, one {# event} other {# events}}',
      'They were dropped in the last few minutes, because a queue was full or data was damaged. Open the pipeline to see the step.',
    ],
    es: [
      '{name} ha perdido {count, plural, one {# evento} other {# eventos}}',
      'Se han descartado en los últimos minutos porque una cola estaba llena o había datos dañados. Abre el pipeline para ver el paso.',
    ],
  },
  STEP_FAILURES: {
    en: [
      'A step of {name} is failing',
      'In the last few minutes it failed on {count, plural, one {# event, which was} other {# events, which were}} rejected. Other events continue. Dead letters and the error outputs name the step. Change its settings, or roll back to the previous version.',
    ],
    es: [
      'Un paso de {name} está fallando',
      'En los últimos minutos ha fallado con {count, plural, one {# evento, que se ha rechazado} other {# eventos, que se han rechazado}}. Los demás eventos continúan. Los eventos fallidos y las salidas de error nombran el paso. Cambia sus ajustes o vuelve a la versión anterior.',
    ],
  },
  DECODE_FAILURES: {
    en: [
      '{name} can’t decode {percent}% of what it receives',
      '{count, plural, one {# record of the last few minutes is} other {# records of the last few minutes are}} in the dead letters. Check the format of the listener.',
    ],
    es: [
      '{name} no puede decodificar el {percent} % de lo que recibe',
      '{count, plural, one {# registro de los últimos minutos está} other {# registros de los últimos minutos están}} en los eventos fallidos. Revisa el formato del listener.',
    ],
  },
  SENDERS_REFUSED: {
    en: [
      '{name} is turning senders away',
      'This happened {count, plural, one {# time} other {# times}} in the last few minutes, most often at {address}. Open the listener to see the reasons and the addresses.',
    ],
    es: [
      '{name} rechaza emisores',
      'Ha ocurrido {count, plural, one {# vez} other {# veces}} en los últimos minutos, sobre todo con {address}. Abre el listener para ver los motivos y las direcciones.',
    ],
  },
  CERTIFICATE_EXPIRY: {
    en: ['A certificate expires: {name}', 'It’s valid until {until}. After that, connections fail. Replace the certificate before then.'],
    es: ['Un certificado caduca: {name}', 'Es válido hasta el {until}. Después fallarán las conexiones. Renueva el certificado antes.'],
  },
  SECRET_EXPIRY: {
    en: ['The secret {name} expires', 'It’s valid until {until}. Enter a new value and a new date.'],
    es: ['El secreto {name} caduca', 'Es válido hasta el {until}. Introduce un valor nuevo y otra fecha.'],
  },
  LISTENER_SILENT: {
    en: [
      '{name} stopped receiving events',
      'No events have arrived for {minutes, plural, one {# minute} other {# minutes}}, unlike the day before. Check the senders.',
    ],
    es: [
      '{name} ha dejado de recibir eventos',
      'No llegan eventos desde hace {minutes, plural, one {# minuto} other {# minutos}}, a diferencia del día anterior. Revisa los emisores.',
    ],
  },
  OVER_LIMIT: {
    en: ['Daily data limit exceeded', 'Today’s volume is {percent}% of the daily limit. Open Usage to see which listeners receive most.'],
    es: [
      'Límite diario de datos superado',
      'El volumen de hoy es el {percent} % del límite diario. Abre Uso para ver qué listeners reciben más.',
    ],
  },
  LEDGER_IMBALANCE: {
    en: [
      'The counters of {name} don’t add up',
      'The events received and their outcomes differ by {count}. A worker may not have reported for a long time. Check its connection; until then its figures aren’t exact.',
    ],
    es: [
      'Los contadores de {name} no cuadran',
      'Los eventos recibidos y sus resultados difieren en {count}. Quizá un worker lleva mucho tiempo sin informar. Revisa su conexión; hasta entonces sus cifras no son exactas.',
    ],
  },
  TRIAL_STOPPED: {
    en: [
      'The pipelines stopped: the free trial is over',
      'It ended on {until}. Events that listeners receive wait in their journals. Ask the operator to extend the trial, then start the pipelines again.',
    ],
    es: [
      'Los pipelines se han detenido: la prueba gratuita ha terminado',
      'Terminó el {until}. Los eventos que reciben los listeners esperan en sus journals. Pide al operador que amplíe la prueba y vuelve a iniciar los pipelines.',
    ],
  },
};

/** Several things at once have one alert. */
const several = {
  en: ' ({places} at once)',
  es: ' ({places} a la vez)',
} as const;

/** Of a day like 2027-01-31; anything else as it is. */
function dayText(day: string, language: 'en' | 'es'): string {
  const at = /^\d{4}-\d\d-\d\d$/.test(day) ? Date.parse(day) : Number.NaN;
  return Number.isNaN(at) ? day : new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(at);
}

/** Where no worker has said why. */
const unknownCause = { en: 'Open the data sink to see the cause.', es: 'Abre el destino de datos para ver la causa.' } as const;

const causePrefix = 'reason.';

/** Values of an alert that say why a thing is in its state. What a reason quotes may hold an event, and alerts go to anybody. */
export const causeFields = ({ code, fields }: Reason): Fields => {
  const told = Object.entries(fields).filter(([name]) => name !== 'message' || namesSetUp(code));
  return { reason: code, ...Object.fromEntries(told.map(([name, value]) => [causePrefix + name, value])) };
};

/** The reason in them, as the state has it; null where there is none. */
export function causeIn(fields: Fields): Reason | null {
  const { reason: code } = fields;
  if (typeof code !== 'string') return null;
  const own = Object.entries(fields).filter(([name]) => name.startsWith(causePrefix));
  return { code, fields: Object.fromEntries(own.map(([name, value]) => [name.slice(causePrefix.length), value])) };
}

/** Title and text of an alert in a language. */
export function alertText(
  code: AlertCode,
  language: 'en' | 'es',
  fields: Fields,
  places = 1,
  cause: string = unknownCause[language],
): Words {
  const { until } = fields;
  const { title, text } = fillIn(texts[code][language], {
    ...fields,
    cause,
    ...(typeof until === 'string' ? { until: dayText(until, language) } : {}),
  });
  return { title: places > 1 ? title + several[language].replace('{places}', String(places)) : title, text };
}
