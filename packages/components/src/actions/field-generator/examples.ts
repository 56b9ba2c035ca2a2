import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { fieldGeneratorConfig } from './config.ts';

const risk = {
  call: 'if',
  args: [{ field: 'status', op: 'ge' as const, value: 500 }, { literal: 9 }, { literal: 1 }],
};

export const fieldGeneratorExamples: ActionDefinition<typeof fieldGeneratorConfig>['examples'] = [
  {
    name: { en: 'A risk from the status', es: 'Un riesgo a partir del estado' },
    config: {
      fields: [
        {
          name: 'risk',
          type: 'integer',
          source: 'expression',
          expression: { form: 'code', ast: risk, code: 'if(${status} >= 500, 9, 1)' },
        },
      ],
    },
  },
  {
    name: { en: 'Id, number and origin', es: 'Identificador, número y origen' },
    config: {
      fields: [
        { name: 'uid', source: 'uuid-v7' },
        { name: 'n', source: 'sequence', start: 1, step: 1 },
        { name: 'worker', source: '_worker' },
      ],
    },
  },
];
