import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { messageBuilderConfig } from './config.ts';

export const messageBuilderExamples: ActionDefinition<typeof messageBuilderConfig>['examples'] = [
  {
    name: { en: 'JSON of a field and a constant', es: 'JSON con un campo y una constante' },
    config: {
      destination: 'msg',
      items: [
        { key: 'user', field: 'user' },
        { key: 'n', value: 'literal', literal: '3', literalType: 'integer' },
      ],
    },
  },
  {
    name: { en: 'Key–value pairs', es: 'Pares clave–valor' },
    config: {
      format: 'kv',
      destination: 'line',
      items: [
        { key: 'src', field: 'src_ip' },
        { key: 'act', field: 'action' },
      ],
    },
  },
  {
    name: { en: 'A sentence', es: 'Una frase' },
    config: { format: 'free', destination: 'text', template: '${user} from ${src_ip}: {{ upper(${action}) }}' },
  },
];
