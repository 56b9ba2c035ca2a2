import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { httpCreation, httpNode } from './config.ts';

export const httpExamples: DatasinkDefinition<typeof httpCreation, typeof httpNode>['examples'] = [
  {
    name: { en: 'JSON lines with a bearer token', es: 'Líneas JSON con token de portador' },
    creation: { baseUrl: 'https://collector.example.com', auth: 'bearer', token: 'SE_000000000000000000000000', compression: 'gzip' },
    node: { url: '/v1/events', contentType: 'application/x-ndjson' },
  },
  {
    name: { en: 'One request per event to an address made from it', es: 'Una petición por evento a una dirección tomada de él' },
    creation: { baseUrl: 'https://api.example.com' },
    node: { method: 'PUT', url: '/devices/${device}/state', bulk: false, headers: { 'X-Tenant': '${tenant}' } },
  },
  {
    name: { en: 'A list inside an envelope, faults per item', es: 'Una lista dentro de un sobre, errores por elemento' },
    creation: { baseUrl: 'https://ingest.example.com', auth: 'api-key', key: 'SE_000000000000000000000000' },
    node: {
      url: '/bulk',
      wrap: 'template',
      before: '{"events":[',
      between: ',',
      after: ']}',
      perItem: { itemsPath: 'items', statusPath: 'status', errorPath: 'error' },
    },
  },
];
