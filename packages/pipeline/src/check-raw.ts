import type { FieldSet } from '@acequia/event';
import type { DatasinkNode } from './document.ts';
import type { Plan } from './plan.ts';
import type { Problem } from './problem.ts';
import type { ReadNode } from './read-node.ts';
import type { Surroundings } from './surroundings.ts';

/** Steps that hide something in fields and leave it in the original message, which a data sink after them sends. */
export function checkRaw(
  plan: Plan,
  surroundings: Surroundings,
  read: ReadonlyMap<string, ReadNode>,
  inputs: ReadonlyMap<string, FieldSet>,
): Problem[] {
  if (surroundings.listener(plan.label.listenerId)?.config['keepRaw'] === false) return [];
  return plan.order.flatMap((node): Problem[] => {
    if (hidesInRaw(read.get(node.id)) !== false) return [];
    const sink = plan.order.find((each) => each.kind === 'datasink' && sends(each, read, inputs) && reaches(node.id, each, plan, read));
    return sink ? [{ code: 'raw-kept', severity: 'warning', node: node.id, fields: { sink: sink.id } }] : [];
  });
}

/** Undefined for what hides nothing, or cannot be read. */
const hidesInRaw = (read: ReadNode | undefined): boolean | undefined =>
  read?.definition.kind === 'action' && read.config ? read.definition.hidesInRaw?.(read.config) : undefined;

function sends({ id }: DatasinkNode, read: ReadonlyMap<string, ReadNode>, inputs: ReadonlyMap<string, FieldSet>): boolean {
  const { definition, config } = read.get(id) ?? {};
  const input = inputs.get(id);
  return definition?.kind === 'datasink' && config !== undefined && input !== undefined && definition.sendsRaw?.(config, input) === true;
}

/** Whether events that a step has treated come to a data sink by a way on which nothing hides the same in the original message. */
function reaches(step: string, sink: DatasinkNode, plan: Plan, read: ReadonlyMap<string, ReadNode>): boolean {
  const treated = (id: string) => (read.get(id)?.ports ?? []).filter(({ kind }) => id !== step || kind !== 'error');
  const seen = new Set([step]);
  for (const id of seen) {
    if (id === sink.id) return true;
    if (hidesInRaw(read.get(id)) === true) continue;
    for (const port of treated(id)) for (const target of plan.targets(id, port.id)) seen.add(target);
  }
  return false;
}
