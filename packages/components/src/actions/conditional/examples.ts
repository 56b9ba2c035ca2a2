import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { conditionalConfig } from './config.ts';

export const conditionalExamples: ActionDefinition<typeof conditionalConfig>['examples'] = [
  {
    name: { en: 'Slow and failed requests', es: 'Peticiones lentas y fallidas' },
    config: {
      mode: 'all',
      conditions: [
        { name: 'slow', condition: { form: 'visual', ast: { field: 'ms', op: 'gt', value: 500 } } },
        { name: 'bad', condition: { form: 'visual', ast: { field: 'status', op: 'ge', value: 500 } } },
      ],
    },
  },
  {
    name: { en: 'Keep only failed logins', es: 'Conservar solo los inicios de sesión fallidos' },
    config: {
      conditions: [
        {
          name: 'failed login',
          condition: {
            form: 'visual',
            ast: {
              and: [
                { field: 'app_name', op: 'eq', value: 'sshd' },
                { field: 'message', op: 'contains', value: 'Failed password' },
              ],
            },
          },
        },
      ],
    },
  },
];
