import type { Clock } from '@acequia/base';
import { compileBulkCondition, type Kernels, type SlotTable } from '@acequia/batch';
import { compileCondition, storedExpressionSchema } from '@acequia/event';
import type { DeployedLabel } from '@acequia/pipeline';
import { LabelRouter, type CompiledLabel } from './label-router.ts';

/** A listener's labels as tests over its slots. A label that cannot be compiled matches nothing and counts as failing. */
export function compileLabels(labels: readonly DeployedLabel[], slots: SlotTable, clock: Clock, kernels?: Kernels): LabelRouter {
  return new LabelRouter(
    labels.map((label) => compileLabel(label, slots, kernels)),
    clock,
  );
}

function compileLabel(label: DeployedLabel, slots: SlotTable, kernels: Kernels | undefined): CompiledLabel {
  const known = { id: label.id, name: label.name };
  const stored = storedExpressionSchema.safeParse(label.condition);
  if (!stored.success) return { ...known, test: failing };
  try {
    const condition = compileCondition(stored.data.ast, { slot: (name) => slots.slot(name) });
    const many = compileBulkCondition(stored.data.ast, { slots, kernels });
    return { ...known, test: (view, row, env) => condition(view.at(row), env), ...(many ? { many } : {}) };
  } catch {
    return { ...known, test: failing };
  }
}

function failing(): boolean {
  throw new Error('the condition of this label cannot be compiled');
}
