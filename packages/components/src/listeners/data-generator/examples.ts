import type { Example } from '@acequia/component-sdk/definition';
import { generatorConfig, type GeneratorConfig } from './config.ts';

export const generatorExamples: readonly Example<GeneratorConfig>[] = [
  { name: { en: 'Web traffic', es: 'Tráfico web' }, config: generatorConfig.parse({}) },
  {
    name: { en: 'Orders in bursts, with faults', es: 'Pedidos a ráfagas, con defectos' },
    config: generatorConfig.parse({ template: 'json-orders', rate: 100, shape: 'burst', malformed: 1, duplicate: 2, late: 5 }),
  },
  {
    name: { en: 'Own text', es: 'Texto propio' },
    config: generatorConfig.parse({
      template: 'custom',
      custom: 'n={{ seq() }} ip={{ ip("10.0.0.0/8") }} state={{ pick("up", "down") }}',
      total: 1000,
    }),
  },
];
