import { mergeFieldSets, type FieldSet } from '@acequia/event';
import { configProblems } from './check-node.ts';
import type { Plan } from './plan.ts';
import type { ReadNode } from './read-node.ts';
import type { Problem } from './problem.ts';
import type { Surroundings } from './surroundings.ts';

/** Nothing is known: any name may be there. */
const anything: FieldSet = { fields: new Map(), open: true };
/** Frames that could not be decoded have internal fields only. */
const undecoded: FieldSet = { fields: new Map(), open: false };

/** Follows the fields from the label down, and asks each component what it misses. A node that cannot be read hands on anything. */
export function flowFields(
  plan: Plan,
  surroundings: Surroundings,
  read: ReadonlyMap<string, ReadNode>,
): { readonly inputs: ReadonlyMap<string, FieldSet>; readonly problems: readonly Problem[] } {
  const inputs = new Map<string, FieldSet>();
  const problems: Problem[] = [];
  const outputs = new Map<string, Readonly<Record<string, FieldSet>>>();
  outputs.set(plan.label.id, { default: decodedFields(plan, surroundings), error: undecoded });
  for (const node of plan.order) {
    const arriving = plan.sources(node.id).map((link) => outputs.get(link.from.node)?.[link.from.port] ?? anything);
    const input = mergeFieldSets(arriving);
    inputs.set(node.id, input);
    const { definition, config, ports } = read.get(node.id) ?? {};
    if (!definition || !config || !ports) continue;
    outputs.set(
      node.id,
      definition.kind === 'action'
        ? { error: input, ...definition.outputs(config, input) }
        : Object.fromEntries(ports.map((port) => [port.id, input])),
    );
    problems.push(...configProblems(node.id, definition.check(config, input)));
  }
  return { inputs, problems };
}

function decodedFields(plan: Plan, surroundings: Surroundings): FieldSet {
  const listener = surroundings.listener(plan.label.listenerId);
  const parsed = listener?.definition.config.safeParse(listener.config);
  return listener && parsed?.success ? listener.definition.outputs(parsed.data) : anything;
}
