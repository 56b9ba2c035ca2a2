import { compileBulkCondition, truth } from '@acequia/batch';
import type { ActionRuntime } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileStoredCondition, createEnvironment } from '../../fields/expressions.ts';
import { explainConditions } from '../../fields/explain-conditions.ts';
import type { ConditionalConfig } from './config.ts';

/** A failing test sends the event to `error` alone: ports of conditions that held before it get no copy. */
export const conditionalRuntime: ActionRuntime<ConditionalConfig> = {
  compile: (config, ctx) => {
    const tests = config.conditions.map(({ name, condition }) => ({
      port: ctx.port(name),
      holds: compileStoredCondition(condition, ctx.slots),
      many: compileBulkCondition(condition.ast, ctx),
    }));
    const environment = createEnvironment(ctx.slots);
    const otherwise = ctx.port('default');
    const first = config.mode === 'first';
    const held = new Int32Array(tests.length);
    return {
      explain: explainConditions(
        config.conditions.map(({ name, condition }) => ({ port: name, condition })),
        ctx,
        first,
      ),
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        const truths = tests.map(({ many }) => many?.(view));
        forEachRow(view, out, (row, i) => {
          let holding = 0;
          for (let n = 0; n < tests.length; n += 1) {
            const { port, holds } = tests[n]!;
            const own = truths[n]?.[i] ?? truth.unknown;
            if (own === truth.no || (own === truth.unknown && !holds(view.at(row), environment(view, row, nowMs)))) continue;
            held[holding++] = port;
            if (first) break;
          }
          if (holding === 0) out.to(otherwise, row);
          for (let n = 0; n < holding; n += 1) out.to(held[n]!, row);
        });
      },
    };
  },
};
