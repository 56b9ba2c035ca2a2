import { compileBulkCondition, truth } from '@acequia/batch';
import type { ActionRuntime } from '@acequia/component-sdk/runtime';
import { forEachRow } from '../../fields/each-row.ts';
import { compileStoredCondition, createEnvironment } from '../../fields/expressions.ts';
import { explainConditions } from '../../fields/explain-conditions.ts';
import type { FilterConfig } from './config.ts';
import { filteredPort } from './definition.ts';

/** An event whose test fails goes to `error`: it is neither kept nor filtered by guess. */
export const filterRuntime: ActionRuntime<FilterConfig> = {
  compile: ({ mode, condition }, ctx) => {
    const [passing, filtered] = [ctx.port('default'), ctx.port(filteredPort)];
    const [held, other] = mode === 'keep' ? [passing, filtered] : [filtered, passing];
    const holds = compileStoredCondition(condition, ctx.slots);
    const many = compileBulkCondition(condition.ast, ctx);
    const environment = createEnvironment(ctx.slots);
    return {
      explain: explainConditions([{ port: mode === 'keep' ? 'default' : filteredPort, condition }], ctx, true),
      step: (view, out) => {
        const nowMs = ctx.clock.now();
        const truths = many?.(view);
        forEachRow(view, out, (row, i) => {
          const known = truths?.[i] ?? truth.unknown;
          const isHeld = known === truth.unknown ? holds(view.at(row), environment(view, row, nowMs)) : known !== truth.no;
          out.to(isHeld ? held : other, row);
        });
      },
    };
  },
};
