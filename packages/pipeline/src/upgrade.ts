import { parseConfig } from '@acequia/component-sdk/definition';
import type { Change } from './changes.ts';
import { compareNumbers } from './component-version.ts';
import type { ActionNode, DatasinkNode, PipelineDocument } from './document.ts';
import { nodeConfigSchema } from './read-node.ts';
import type { Surroundings } from './surroundings.ts';

/** A node whose component has a newer version than the one it was made with. */
export interface Upgrade {
  readonly node: string;
  readonly from: string;
  readonly to: string;
  /** The configuration as the newer version reads it: with the defaults of what is new in it; as it was while it cannot be read. */
  readonly config: Readonly<Record<string, unknown>>;
  /** A major step: the configuration may need a person. */
  readonly major: boolean;
}

/** Nodes that may be brought to the version of this release, in the document's order. */
export function upgrades(document: PipelineDocument, surroundings: Pick<Surroundings, 'action' | 'datasink'>): readonly Upgrade[] {
  return document.nodes.flatMap((node): Upgrade[] => {
    const upgrade = node.kind === 'label' ? undefined : upgradeOf(node, surroundings);
    return upgrade ? [upgrade] : [];
  });
}

function upgradeOf(node: ActionNode | DatasinkNode, surroundings: Pick<Surroundings, 'action' | 'datasink'>): Upgrade | undefined {
  const definition = node.kind === 'action' ? surroundings.action(node.component) : surroundings.datasink(node.component);
  if (!definition || (compareNumbers(definition.version, node.version) ?? 0) <= 0) return undefined;
  const parsed = parseConfig(nodeConfigSchema(definition), node.config);
  return {
    node: node.id,
    from: node.version,
    to: definition.version,
    config: parsed.ok ? { ...node.config, ...parsed.value } : node.config,
    major: definition.version.split('.')[0] !== node.version.split('.')[0],
  };
}

/** The edit that makes upgrades: the version, and the configuration as the newer version reads it. */
export const upgradeChanges = (list: readonly Upgrade[]): readonly Change[] =>
  list.map(({ node, to, config }) => ({ type: 'upgrade', node, version: to, config }));
