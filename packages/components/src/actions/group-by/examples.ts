import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { groupByConfig } from './config.ts';

const of = (field: string) => ({ expr: { form: 'code' as const, ast: { field }, code: `\${${field}}` } });

export const groupByExamples: ActionDefinition<typeof groupByConfig>['examples'] = [
  {
    name: { en: 'Requests and bytes of each address every five minutes', es: 'Peticiones y bytes de cada dirección cada cinco minutos' },
    config: {
      every: 5,
      unit: 'minute',
      keys: ['ip'],
      aggregations: [
        { function: 'count', name: 'n' },
        { function: 'sum', ...of('bytes'), name: 'b' },
      ],
    },
  },
  {
    name: { en: 'Latency and errors of the last hour, each minute', es: 'Latencia y errores de la última hora, cada minuto' },
    config: {
      every: 1,
      unit: 'hour',
      slide: '1m',
      keys: ['service'],
      aggregations: [
        { function: 'percentile', ...of('ms'), percentile: 99, name: 'p99' },
        { function: 'count', name: 'errors', where: { form: 'visual', ast: { field: 'status', op: 'ge', value: 500 } } },
      ],
    },
  },
  {
    name: {
      en: 'Users of each day in Madrid, by the time of the events',
      es: 'Usuarios de cada día en Madrid, por la hora de los eventos',
    },
    config: {
      every: 1,
      unit: 'day',
      timezone: 'Europe/Madrid',
      time: 'event',
      lateness: '10m',
      aggregations: [
        { function: 'count-distinct', ...of('user'), name: 'users' },
        { function: 'most-frequent', ...of('page'), name: 'page' },
      ],
    },
  },
  {
    name: { en: 'A count each second, including seconds without events', es: 'Un recuento cada segundo, también sin eventos' },
    config: { every: 1, unit: 'second', emitEmpty: true, aggregations: [{ function: 'count', name: 'events' }] },
  },
];
