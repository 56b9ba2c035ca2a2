import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { filterConfig } from './config.ts';

export const filterExamples: ActionDefinition<typeof filterConfig>['examples'] = [
  {
    name: { en: 'Keep only errors', es: 'Conservar solo los errores' },
    config: { condition: { form: 'visual', ast: { field: 'severity', op: 'in', value: ['error', 'fatal'] } } },
  },
  {
    name: { en: 'Drop health checks', es: 'Descartar las comprobaciones de estado' },
    config: { mode: 'drop', condition: { form: 'visual', ast: { field: 'message', op: 'starts-with', value: 'GET /healthz' } } },
  },
];
