import { expect, test } from 'vitest';
import { deployment, label, links, pipeline, sink } from '../../test/deployments.ts';
import { startHarness, until } from '../../test/harness.ts';
import { createToys, sendLines } from '../../test/toy-components.ts';

test.each(['script', 'wasm'] as const)('asked for kernels as %s, no decoder gets the other form', async (kernels) => {
  const toys = createToys();
  const forms = new Set<string | undefined>();
  const { components } = toys;
  const watched: typeof components = {
    ...components,
    listener: (id, version) => {
      const component = components.listener(id, version);
      if (component === undefined) return undefined;
      const decoder: typeof component.runtime.decoder = (config, context) => {
        forms.add(context.kernels?.form);
        return component.runtime.decoder(config, context);
      };
      return { ...component, runtime: { ...component.runtime, decoder } };
    },
  };
  const { engine } = startHarness({ toys: { ...toys, components: watched }, kernels });
  await engine.apply(deployment([pipeline('PL_1', 'PV_1', [label(), sink('out', 'a')], links('start > out'))]));
  sendLines(toys.peer('LI_1'), ['hello']);
  await until(() => toys.destination('a').lines.length === 1);
  await engine.stop({ deadlineMs: 1000 });
  expect([...forms]).toEqual([kernels]);
});
