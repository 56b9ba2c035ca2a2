import type { DatasinkDefinition } from '@acequia/component-sdk/definition';
import type { nullCreation, nullNode } from './config.ts';

export const nullExamples: DatasinkDefinition<typeof nullCreation, typeof nullNode>['examples'] = [
  { name: { en: 'Count and forget', es: 'Contar y olvidar' }, creation: {}, node: {} },
  { name: { en: 'Large batches', es: 'Lotes grandes' }, creation: { concurrency: 1 }, node: { maxEvents: 10_000, maxBytes: '8 MiB' } },
  {
    name: { en: 'An outage of a minute every ten', es: 'Una caída de un minuto cada diez' },
    creation: { outageEvery: '10m', outageFor: '1m' },
    node: {},
  },
];
