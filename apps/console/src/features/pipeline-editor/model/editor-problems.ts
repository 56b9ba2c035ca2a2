import type { Listener, Reason } from '@acequia/contract';
import type { PipelineDocument, Problem, ProblemCode, Validation } from '@acequia/pipeline';
import type { LiveNode } from './live-store.ts';
import { lostAtErrorPort } from './node-rates.ts';

/**
 * A row of the problem list. Two come from the workers: `waiting`: a person must act, or a destination is away; `listener`:
 * the listener does not run, or names something a person should look after.
 */
export interface EditorProblem extends Omit<Problem, 'code'> {
  readonly code: ProblemCode | 'waiting' | 'listener';
  readonly reason?: Reason;
  /** Events per second that this costs now. */
  readonly eventsPerSecond?: number;
}

export interface Badge {
  readonly errors: number;
  readonly warnings: number;
}

/** Found by checking the document, then what the running version reports. Errors first, then in the order of the nodes. */
export function editorProblems(
  document: PipelineDocument,
  validation: Validation,
  live: (node: string) => LiveNode | undefined,
  listeners: readonly Pick<Listener, 'id' | 'state' | 'reason'>[],
): readonly EditorProblem[] {
  const found: EditorProblem[] = [...validation.problems];
  const linked = linkedPorts(document);
  for (const node of document.nodes) {
    const listener = node.kind === 'label' ? listeners.find(({ id }) => id === node.listenerId) : undefined;
    if (listener?.reason && listener.state !== 'stopped')
      found.push({ code: 'listener', severity: 'warning', node: node.id, reason: listener.reason });
    const now = live(node.id);
    if (now?.waiting) found.push({ code: 'waiting', severity: 'warning', node: node.id, reason: now.waiting });
    const ports = validation.ports.get(node.id) ?? [];
    const lost = lostAtErrorPort(ports, linked.get(node.id) ?? new Set(), now);
    const error = ports.find((port) => port.kind === 'error');
    if (lost > 0 && error)
      found.push({ code: 'error-unconnected', severity: 'warning', node: node.id, port: error.id, eventsPerSecond: lost });
  }
  const order = new Map(document.nodes.map((node, index) => [node.id, index]));
  const place = (problem: EditorProblem) => (problem.node === undefined ? -1 : (order.get(problem.node) ?? Number.MAX_SAFE_INTEGER));
  return found.toSorted((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning') || place(a) - place(b));
}

export function badges(problems: readonly EditorProblem[]): ReadonlyMap<string, Badge> {
  const counts = new Map<string, Badge>();
  for (const { node, severity } of problems) {
    if (node === undefined) continue;
    const { errors, warnings } = counts.get(node) ?? { errors: 0, warnings: 0 };
    counts.set(node, severity === 'error' ? { errors: errors + 1, warnings } : { errors, warnings: warnings + 1 });
  }
  return counts;
}

/** Ports with at least one link, by node. */
export function linkedPorts(document: PipelineDocument): ReadonlyMap<string, ReadonlySet<string>> {
  const ports = new Map<string, Set<string>>();
  for (const { from } of document.links) {
    const known = ports.get(from.node);
    if (known) known.add(from.port);
    else ports.set(from.node, new Set([from.port]));
  }
  return ports;
}
