import {
  parseConfig,
  type ActionDefinition,
  type ConfigFault,
  type DatasinkDefinition,
  type Port,
} from '@acequia/component-sdk/definition';
import type { PipelineDocument } from './document.ts';
import type { Surroundings } from './surroundings.ts';

/** An action or datasink node beside its definition; `config` and `ports` only while its configuration can be read. */
export interface ReadNode {
  readonly definition: ActionDefinition | DatasinkDefinition;
  /** Defaults filled in, hidden fields left out. */
  readonly config?: Record<string, unknown>;
  readonly ports?: readonly Port[];
  readonly faults: readonly ConfigFault[];
}

/** The schema of what a node holds. */
export const nodeConfigSchema = (definition: ActionDefinition | DatasinkDefinition) =>
  definition.kind === 'action' ? definition.config : definition.node;

/** What was read last from a configuration, by its object: documents never change, so an edit reads only what it touched. */
const known = new WeakMap<object, ReadNode>();

/** Reads every node whose component is known. */
export function readNodes(document: PipelineDocument, surroundings: Surroundings): ReadonlyMap<string, ReadNode> {
  const nodes = new Map<string, ReadNode>();
  for (const node of document.nodes) {
    if (node.kind === 'label') continue;
    const definition = node.kind === 'action' ? surroundings.action(node.component) : surroundings.datasink(node.component);
    if (!definition) continue;
    const before = known.get(node.config);
    const read = before?.definition === definition ? before : readNode(definition, node.config);
    known.set(node.config, read);
    nodes.set(node.id, read);
  }
  return nodes;
}

function readNode(definition: ActionDefinition | DatasinkDefinition, config: Readonly<Record<string, unknown>>): ReadNode {
  const parsed = parseConfig(nodeConfigSchema(definition), config);
  return parsed.ok
    ? { definition, config: parsed.value, ports: definition.ports(parsed.value), faults: [] }
    : { definition, faults: parsed.error };
}
