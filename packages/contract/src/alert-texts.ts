import type { AlertCode } from './alert-shapes.ts';
import { fillIn, type Fields, type Words, type WordsByLanguage } from './errors/words.ts';

/** Title and text of each alert. `{name}` is the source's name when it was raised. */
const texts: Readonly<Record<AlertCode, WordsByLanguage>> = {
  DESTINATION_DOWN: {
    en: [
      '{name} does not take events',
      'Events wait on the worker’s disk and are sent when it answers again. Its details say why it refuses.',
    ],
    es: [
      '{name} no acepta eventos',
      'Los eventos esperan en el disco del worker y se envían cuando vuelva a responder. Sus detalles dicen por qué los rechaza.',
    ],
  },
  LISTENER_FAILED: {
    en: ['{name} does not listen', 'The worker cannot open it, so nothing comes in. Its details say what stands in the way.'],
    es: ['{name} no escucha', 'El worker no puede abrirlo y no entra nada. Sus detalles dicen qué lo impide.'],
  },
  PIPELINE_REFUSED: {
    en: ['{name} does not run', 'The worker could not start the published version. The editor shows the step and the reason.'],
    es: ['{name} no funciona', 'El worker no ha podido arrancar la versión publicada. El editor muestra el paso y el motivo.'],
  },
  LOOKUP_NOT_IN_FORCE: {
    en: [
      'Version {version} of {name} is not in force',
      'The worker cannot load its table and tries again; until then events meet the version before, or pipelines that need it wait. The enrichment says why and what to do.',
    ],
    es: [
      'La versión {version} de {name} no está en vigor',
      'El worker no puede cargar su tabla y lo reintenta; mientras tanto los eventos ven la versión anterior o esperan los pipelines que la necesitan. El enriquecimiento dice por qué y qué hacer.',
    ],
  },
  WORKER_SILENT: {
    en: ['The worker {name} is not heard of', 'It has not reported for a minute. Check that it runs and reaches this server.'],
    es: [
      'No hay noticias del worker {name}',
      'No informa desde hace un minuto. Comprueba que esté en marcha y que llegue a este servidor.',
    ],
  },
  WORKER_RESTARTED: {
    en: [
      'The worker {name} was restarted: memory',
      'It ran out of memory and was started again; nothing acknowledged is lost. Give the machine or its container more. When the worker alone is at its limit, raise that (NODE_OPTIONS=--max-old-space-size, in MiB), or spread its pipelines over more workers.',
    ],
    es: [
      'El worker {name} se ha reiniciado: memoria',
      'Se quedó sin memoria y ha vuelto a arrancar; no se ha perdido nada confirmado. Da más memoria a la máquina o a su contenedor. Si solo el worker ha llegado a su límite, súbelo (NODE_OPTIONS=--max-old-space-size, en MiB) o reparte sus pipelines entre más workers.',
    ],
  },
  WORKER_COPIED: {
    en: [
      'The worker {name} runs twice',
      'Its data and keys were copied, and both were started. The server goes on with the one started last; the other one ends and says so. Let only one of them run. What the one that ended took in and had not delivered waits on its disk.',
    ],
    es: [
      'El worker {name} está en marcha dos veces',
      'Se copiaron sus datos y claves y se arrancaron los dos. El servidor sigue con el último que arrancó; el otro termina y lo dice. Deja solo uno en marcha. Lo que el que terminó había recibido y no entregado espera en su disco.',
    ],
  },
  JOURNAL_NEAR_LIMIT: {
    en: [
      'The journal of {name} is {percent} % full',
      'What is not delivered takes most of its room. At 90 % senders are asked to wait. Mend the slow destination.',
    ],
    es: [
      'El diario de {name} está al {percent} %',
      'Lo que falta por entregar ocupa casi todo su espacio. Al 90 % se pide a los emisores que esperen. Arregla el destino lento.',
    ],
  },
  JOURNAL_FAILED: {
    en: [
      'The disk of the worker {name} fails',
      'It refused a write to the journal ({error}). What is not on disk is not acknowledged, so senders send it again; each write is tried again in a new file. Check the disk or volume, and move the worker’s data to another one if it goes on.',
    ],
    es: [
      'El disco del worker {name} falla',
      'Ha rechazado una escritura en el diario ({error}). Lo que no está en disco no se confirma, así que los emisores lo reenvían; cada escritura se reintenta en un archivo nuevo. Revisa el disco o el volumen y, si continúa, lleva los datos del worker a otro.',
    ],
  },
  JOURNAL_FULL: {
    en: [
      'The disk of the worker {name} is full',
      'The journal cannot grow ({error}), so senders are asked to wait; nothing acknowledged is lost. Make room, or mend the destination that does not take events. It goes on by itself.',
    ],
    es: [
      'El disco del worker {name} está lleno',
      'El diario no puede crecer ({error}), así que se pide a los emisores que esperen; no se pierde nada confirmado. Haz sitio o arregla el destino que no acepta eventos. Continúa por sí solo.',
    ],
  },
  WORKER_FILES: {
    en: [
      'The worker {name} can open no more files',
      'As many files and connections are open as its process or machine may have ({error}), so senders are asked to wait; nothing acknowledged is lost. Raise the limit (ulimit -n, LimitNOFILE), or have fewer of them open. It goes on by itself.',
    ],
    es: [
      'El worker {name} no puede abrir más archivos',
      'Hay tantos archivos y conexiones abiertos como admite su proceso o su máquina ({error}), así que se pide a los emisores que esperen; no se pierde nada confirmado. Sube el límite (ulimit -n, LimitNOFILE) o ten menos abiertos. Continúa por sí solo.',
    ],
  },
  DISK_LOW: {
    en: ['The disk of the worker {name} is nearly full', 'Only {percent} % is free. When it is full, nothing more is taken in. Make room.'],
    es: ['El disco del worker {name} está casi lleno', 'Solo queda libre el {percent} %. Cuando se llene no entrará nada más. Haz sitio.'],
  },
  EVENTS_LOST: {
    en: [
      '{name} lost {count} events',
      'They were dropped in the last minutes because a queue was full or data were damaged. The details show the step.',
    ],
    es: [
      '{name} ha perdido {count} eventos',
      'Se han descartado en los últimos minutos porque una cola estaba llena o había datos dañados. Los detalles muestran el paso.',
    ],
  },
  STEP_FAILURES: {
    en: [
      'A step of {name} fails',
      'It broke off at {count} events in the last minutes, and they were refused; the rest goes on. Dead letters and the error outputs name the step. Change its settings or go back to the version before.',
    ],
    es: [
      'Un paso de {name} falla',
      'Se ha interrumpido con {count} eventos en los últimos minutos y se han rechazado; lo demás continúa. Los descartados y las salidas de error nombran el paso. Cambia sus ajustes o vuelve a la versión anterior.',
    ],
  },
  DECODE_FAILURES: {
    en: [
      '{name} cannot decode {percent} % of what it gets',
      '{count} records of the last minutes are among the dead letters. Check its format.',
    ],
    es: [
      '{name} no puede descodificar el {percent} % de lo que recibe',
      '{count} registros de los últimos minutos están entre los eventos fallidos. Revisa su formato.',
    ],
  },
  CERTIFICATE_EXPIRY: {
    en: ['A certificate expires: {name}', 'It is valid until {until}. After that, connections fail. Replace it.'],
    es: ['Un certificado caduca: {name}', 'Es válido hasta el {until}. Después fallarán las conexiones. Renuévalo.'],
  },
  SECRET_EXPIRY: {
    en: ['The secret {name} expires', 'It is valid until {until}. Enter a new value and a new date.'],
    es: ['El secreto {name} caduca', 'Es válido hasta el {until}. Introduce un valor nuevo y otra fecha.'],
  },
  LISTENER_SILENT: {
    en: ['{name} has fallen silent', 'Nothing has come for {minutes} minutes, unlike the day before. Check the senders.'],
    es: [
      '{name} se ha quedado en silencio',
      'No llega nada desde hace {minutes} minutos, a diferencia del día anterior. Revisa los emisores.',
    ],
  },
  OVER_LIMIT: {
    en: ['More data than agreed', 'The ingest of today is {percent} % of the daily limit. Usage shows which listeners take most.'],
    es: ['Más datos de lo acordado', 'Lo recibido hoy es el {percent} % del límite diario. Uso muestra qué listeners reciben más.'],
  },
  LEDGER_IMBALANCE: {
    en: [
      'The counters of {name} do not add up',
      'By {count} events, what came in differs from what became of it. A worker may not have reported for long. Its figures are not exact.',
    ],
    es: [
      'Los contadores de {name} no cuadran',
      'Lo que entró y lo que fue de ello difieren en {count} eventos. Quizá un worker estuvo mucho tiempo sin informar. Sus cifras no son exactas.',
    ],
  },
  TRIAL_STOPPED: {
    en: [
      'The pipelines stopped: the free trial is over',
      'It ended on {until}. What listeners receive waits in their journals. Ask the operator to extend it, then start the pipelines again.',
    ],
    es: [
      'Los pipelines se han detenido: la prueba gratuita ha terminado',
      'Terminó el {until}. Lo que reciben los listeners espera en sus diarios. Pide al operador que la amplíe y vuelve a iniciar los pipelines.',
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

/** Title and text of an alert in a language. */
export function alertText(code: AlertCode, language: 'en' | 'es', fields: Fields, places = 1): Words {
  const { until } = fields;
  const { title, text } = fillIn(
    texts[code][language],
    typeof until === 'string' ? { ...fields, until: dayText(until, language) } : fields,
  );
  return { title: places > 1 ? title + several[language].replace('{places}', String(places)) : title, text };
}
