import { clearCredentialFaults, lookupReferences, secretReferences, type ConfigFault } from '@acequia/component-sdk/definition';
import { serves } from './component-version.ts';
import type { ActionNode, DatasinkNode, LabelNode, PipelineNode } from './document.ts';
import { nodeConfigSchema, type ReadNode } from './read-node.ts';
import type { Problem } from './problem.ts';
import type { Surroundings } from './surroundings.ts';

/** What is wrong with a node on its own: what it refers to, its version, its configuration. */
export function checkNode(node: PipelineNode, surroundings: Surroundings, read: ReadNode | undefined): Problem[] {
  if (node.kind === 'label') return checkLabel(node, surroundings);
  if (!read) return [{ code: 'component-unknown', severity: 'error', node: node.id, fields: { component: node.component } }];
  const problems: Problem[] = [];
  if (!serves(read.definition.version, node.version)) {
    problems.push({
      code: 'version-unknown',
      severity: 'error',
      node: node.id,
      fields: { component: node.component, version: node.version },
    });
  }
  if (node.kind === 'datasink' && surroundings.datasinkInstance(node.datasinkId)?.component !== node.component) {
    problems.push({ code: 'datasink-missing', severity: 'error', node: node.id });
  }
  return [
    ...problems,
    ...configProblems(node.id, read.faults),
    ...(read.config ? configProblems(node.id, clearCredentialFaults(nodeConfigSchema(read.definition), read.config)) : []),
    ...missingSecrets(node, surroundings, read),
    ...missingLookups(node, surroundings, read),
  ];
}

/** Configuration faults as problems of a node. */
export function configProblems(node: string, faults: readonly ConfigFault[]): Problem[] {
  return faults.map((fault) => ({
    code: 'config',
    severity: fault.severity,
    node,
    path: fault.path,
    fault: fault.code,
    ...(fault.fields ? { fields: fault.fields } : {}),
  }));
}

function checkLabel(node: LabelNode, surroundings: Surroundings): Problem[] {
  const listener = surroundings.listener(node.listenerId);
  if (!listener) return [{ code: 'listener-missing', severity: 'error', node: node.id }];
  return listener.labels.includes(node.labelId) ? [] : [{ code: 'label-missing', severity: 'error', node: node.id }];
}

function missingSecrets(node: ActionNode | DatasinkNode, surroundings: Surroundings, read: ReadNode): Problem[] {
  if (!surroundings.secret || !read.config) return [];
  return secretReferences(nodeConfigSchema(read.definition), read.config)
    .filter(({ id }) => !surroundings.secret?.(id))
    .map(({ path }) => ({ code: 'secret-missing', severity: 'error', node: node.id, path }));
}

function missingLookups(node: ActionNode | DatasinkNode, surroundings: Surroundings, read: ReadNode): Problem[] {
  if (!surroundings.lookup || !read.config) return [];
  return lookupReferences(nodeConfigSchema(read.definition), read.config)
    .filter(({ id }) => !surroundings.lookup?.(id))
    .map(({ path }) => ({ code: 'lookup-missing', severity: 'error', node: node.id, path }));
}
