import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { fileCreation, fileNode } from './config.ts';

export const fileExamples: DatasinkDefinition<typeof fileCreation, typeof fileNode>['examples'] = [
  {
    name: { en: 'JSON lines, one file a day per application', es: 'Líneas JSON, un archivo al día por aplicación' },
    creation: { root: 'files' },
    node: { path: 'apps/${app}/events.ndjson', every: '1d' },
  },
  {
    name: { en: 'Compressed CSV of chosen fields', es: 'CSV comprimido de campos elegidos' },
    creation: { root: 'files', sync: 'flush' },
    node: {
      path: 'requests.csv',
      content: 'chosen',
      format: 'csv',
      compression: 'gzip',
      maxSize: '16 MiB',
      keepFiles: 30,
      fields: [{ field: '_time', name: 'time' }, { field: 'status' }, { field: 'path' }],
    },
  },
  {
    name: { en: 'The lines as they arrived', es: 'Las líneas tal como llegaron' },
    creation: { root: 'files' },
    node: { path: 'archive/${_listener_name}.log', content: 'field', field: '_raw', format: 'text' },
  },
];
