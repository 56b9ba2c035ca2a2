import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { samplingConfig } from './config.ts';

export const samplingExamples: ActionDefinition<typeof samplingConfig>['examples'] = [
  { name: { en: 'Two of every ten', es: 'Dos de cada diez' }, config: { method: 'first-of', allowed: 2, total: 10 } },
  {
    name: { en: 'A tenth of the sessions, every error', es: 'Una décima parte de las sesiones y todos los errores' },
    config: {
      method: 'percent',
      percent: 10,
      hashField: 'session',
      always: { form: 'visual', ast: { field: 'status', op: 'ge', value: 500 } },
    },
  },
  {
    name: { en: 'Five per host and minute', es: 'Cinco por equipo y minuto' },
    config: { method: 'per-key', keys: ['host'], first: 5, window: '1m' },
  },
  {
    name: { en: 'About a hundred per second', es: 'Unos cien por segundo' },
    config: { method: 'adaptive', target: 100, keys: ['service'], weights: [{ value: 'payments', weight: 5 }] },
  },
];
