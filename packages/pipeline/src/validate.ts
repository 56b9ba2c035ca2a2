import type { Port } from '@acequia/component-sdk/definition';
import type { FieldSet } from '@acequia/event';
import { checkNode } from './check-node.ts';
import { checkRaw } from './check-raw.ts';
import type { PipelineDocument } from './document.ts';
import { flowFields } from './field-flow.ts';
import { copiesMax, countCopies } from './count-copies.ts';
import { createPlan, cycleBelow, reachableFrom, type Plan } from './plan.ts';
import type { Problem } from './problem.ts';
import { readNodes, type ReadNode } from './read-node.ts';
import type { Surroundings } from './surroundings.ts';

export interface Validation {
  readonly problems: readonly Problem[];
  /** Fields that arrive at each reachable node. */
  readonly inputs: ReadonlyMap<string, FieldSet>;
  /** Output ports of each node whose configuration can be read. */
  readonly ports: ReadonlyMap<string, readonly Port[]>;
}

const labelPorts: readonly Port[] = [
  { id: 'default', kind: 'plain' },
  { id: 'error', kind: 'error' },
];

/** Everything that is wrong with a document, and the fields known at each node. Same answer in browser, server and worker. */
export function validate(document: PipelineDocument, surroundings: Surroundings): Validation {
  const problems: Problem[] = [];
  const read = readNodes(document, surroundings);
  const ports = portsOf(document, read);
  const labels = document.nodes.filter((node) => node.kind === 'label');
  const reached = new Set(labels.flatMap((label) => [...reachableFrom(label.id, document)]));
  if (labels.length === 0) problems.push({ code: 'no-label', severity: 'error' });
  for (const extra of labels.slice(1)) problems.push({ code: 'two-labels', severity: 'error', node: extra.id });
  for (const label of labels.slice(0, 1)) {
    const node = cycleBelow(label.id, document);
    if (node !== undefined) problems.push({ code: 'cycle', severity: 'error', node });
  }
  for (const node of document.nodes) {
    if (labels.length > 0 && !reached.has(node.id)) problems.push({ code: 'unreachable', severity: 'error', node: node.id });
    problems.push(...checkNode(node, surroundings, read.get(node.id)));
  }
  problems.push(...checkLinks(document, ports, reached));
  if (labels.length > 0 && !document.nodes.some((node) => node.kind === 'datasink' && reached.has(node.id))) {
    problems.push({ code: 'no-datasink', severity: 'error' });
  }
  const plan = createPlan(document);
  if (!plan) return { problems, inputs: new Map(), ports };
  const flow = flowFields(plan, surroundings, read);
  return {
    problems: [...problems, ...checkCopies(plan, ports), ...flow.problems, ...checkRaw(plan, surroundings, read, flow.inputs)],
    inputs: flow.inputs,
    ports,
  };
}

export const publishable = (validation: Validation): boolean => publishBlockers(validation).length === 0;

/** What keeps a draft from becoming a version. */
export const publishBlockers = ({ problems }: Validation): readonly Problem[] => problems.filter(({ severity }) => severity === 'error');

/** Of rules that workers do without: for paths that they read all the same, and against credentials that anybody can read. */
const youngFaults: ReadonlySet<string> = new Set([
  'CONFIG_LITERAL_PREFIX',
  'CONFIG_PATH_AS_WRITTEN',
  'CONFIG_URL_CREDENTIALS',
  'CONFIG_QUERY_CREDENTIAL',
  'CONFIG_HEADER_CREDENTIAL',
]);

/**
 * What keeps a version that was published before from running: rules that are younger than some versions, and that workers can do
 * without, count for new ones alone. Otherwise a version that runs today could be stopped and never started again.
 */
export const startBlockers = (validation: Validation): readonly Problem[] =>
  publishBlockers(validation).filter(({ code, fault }) => code !== 'too-many-copies' && !youngFaults.has(fault ?? ''));

function portsOf(document: PipelineDocument, read: ReadonlyMap<string, ReadNode>): Map<string, readonly Port[]> {
  const ports = new Map<string, readonly Port[]>();
  for (const node of document.nodes) {
    const list = node.kind === 'label' ? labelPorts : read.get(node.id)?.ports;
    if (list) ports.set(node.id, list);
  }
  return ports;
}

function checkLinks(document: PipelineDocument, ports: ReadonlyMap<string, readonly Port[]>, reached: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const connected = new Set(document.links.map((link) => `${link.from.node}\n${link.from.port}`));
  const unknown = new Set<string>();
  for (const { from } of document.links) {
    const known = ports.get(from.node);
    if (!known || known.some((port) => port.id === from.port) || unknown.has(`${from.node}\n${from.port}`)) continue;
    unknown.add(`${from.node}\n${from.port}`);
    problems.push({ code: 'port-unknown', severity: 'error', node: from.node, port: from.port });
  }
  for (const [node, list] of ports) {
    if (!reached.has(node)) continue;
    for (const port of list) {
      if (port.kind !== 'plain' || connected.has(`${node}\n${port.id}`)) continue;
      problems.push({ code: 'port-unconnected', severity: 'warning', node, port: port.id });
    }
  }
  return problems;
}

/** Where an event comes to be more copies than a worker makes of one: the last step from which on they are too many. */
function checkCopies(plan: Plan, ports: ReadonlyMap<string, readonly Port[]>): Problem[] {
  const ids = [plan.label.id, ...plan.order.map(({ id }) => id)];
  const places = new Map(ids.map((id, index) => [id, index]));
  const nodes = ids.map((id) => ({
    ports: (ports.get(id) ?? []).map((port) => ({ ...port, targets: plan.targets(id, port.id).map((target) => places.get(target)!) })),
  }));
  const counts = countCopies(nodes);
  const last = counts.findLastIndex((count) => count > copiesMax);
  if (last < 0) return [];
  return [{ code: 'too-many-copies', severity: 'error', node: ids[last]!, fields: { copies: counts[0]!, max: copiesMax } }];
}
