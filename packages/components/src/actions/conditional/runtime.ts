import type { ActionRuntime } from '@acequia/component-sdk/runtime';
import { compileStoredCondition, createEnvironment, expressionFault } from '../../fields/expressions.ts';
import type { ConditionalConfig } from './config.ts';

/** A failing test sends the event to `error` alone: ports of conditions that held before it get no copy. */
export const conditionalRuntime: ActionRuntime<ConditionalConfig> = {
  compile: (config, ctx) => {
    const tests = config.conditions.map(({ name, condition }) => ({
      port: ctx.port(name),
      holds: compileStoredCondition(condition, ctx.slots),
    }));
    const environment = createEnvironment(ctx.slots);
    const otherwise = ctx.port('default');
    const first = config.mode === 'first';
    const held: number[] = [];
    return {
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        for (let i = 0; i < view.count; i += 1) {
          const row = view.rows[i]!;
          held.length = 0;
          try {
            const source = view.at(row);
            const env = environment(view, row, nowMs);
            for (const { port, holds } of tests) {
              if (!holds(source, env)) continue;
              held.push(port);
              if (first) break;
            }
          } catch (error) {
            const { code, detail } = expressionFault(error);
            out.reject(row, code, detail);
            continue;
          }
          if (held.length === 0) out.to(otherwise, row);
          else for (const port of held) out.to(port, row);
        }
      },
    };
  },
};
