import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { dedupeConfig } from './config.ts';

export const dedupeExamples: ActionDefinition<typeof dedupeConfig>['examples'] = [
  { name: { en: 'Each line once an hour', es: 'Cada línea una vez por hora' }, config: { within: '1h' } },
  {
    name: { en: 'First login of each user and day', es: 'Primer inicio de sesión de cada usuario y día' },
    config: { keys: ['user'], within: '1d' },
  },
  {
    name: { en: 'An alert again only after ten quiet minutes', es: 'Una alerta de nuevo solo tras diez minutos sin ella' },
    config: { keys: ['rule', 'host'], within: '10m', sliding: true, count: 'suppressed' },
  },
  {
    name: { en: 'The last reading of each sensor every minute', es: 'La última lectura de cada sensor por minuto' },
    config: { keys: ['sensor'], within: '1m', keep: 'last-of-window', count: 'readings' },
  },
];
