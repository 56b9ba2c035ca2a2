import type { ActionDefinition } from '@acequia/component-sdk/definition';
import type { fieldTransformationConfig } from './config.ts';

export const fieldTransformationExamples: ActionDefinition<typeof fieldTransformationConfig>['examples'] = [
  {
    name: { en: 'Host and hash of a URL', es: 'Servidor y hash de una URL' },
    config: {
      steps: [
        { field: 'url', operation: 'url-part', parameters: { part: 'host' }, output: 'host' },
        { field: 'url', operation: 'sha-2', output: 'url_hash' },
      ],
    },
  },
  {
    name: { en: 'A size and a time in other units', es: 'Un tamaño y una hora en otras unidades' },
    config: {
      steps: [
        { field: 'bytes', operation: 'convert-data-size', parameters: { from: 'B', to: 'MiB' }, output: 'mib', onFail: 'null' },
        { field: 'epoch', operation: 'from-unix-timestamp', parameters: { unit: 'ms' }, output: 'at' },
      ],
    },
  },
  {
    name: { en: 'Keep the source fields only', es: 'Conservar solo los campos de origen' },
    config: { steps: [{ field: 'src_ip', operation: 'keep-only', parameters: { names: ['src*', 'message'] } }] },
  },
];
