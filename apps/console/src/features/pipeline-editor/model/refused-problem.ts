import { problemCodes, type PipelineDocument, type Problem, type ProblemCode } from '@acequia/pipeline';
import type { OperationError } from '#lib/operations/index.ts';
import type { Catalogue } from './catalogue.ts';

const isProblemCode = (code: unknown): code is ProblemCode => (problemCodes as readonly unknown[]).includes(code);

/** The problem for which the server refused to publish; undefined for a refusal of another kind. */
export function refusedProblem(failure: OperationError | 'not-saved' | undefined): Problem | undefined {
  if (typeof failure !== 'object' || failure.code !== 'ACQ-NOT-PUBLISHABLE') return undefined;
  const { problem, node, path, fault } = failure.fields;
  if (!isProblemCode(problem)) return undefined;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);
  return {
    code: problem,
    severity: 'error',
    ...(text(node) === undefined ? {} : { node: text(node) }),
    ...(text(path) === undefined ? {} : { path: text(path) }),
    ...(text(fault) === undefined ? {} : { fault: text(fault) }),
  } as Problem;
}

/** The problems found here, and the one that only the server knows. */
export const withRefusal = (found: readonly Problem[], refusal: Problem | undefined): readonly Problem[] =>
  !refusal || found.some(({ code, node, severity }) => severity === 'error' && code === refusal.code && node === refusal.node)
    ? found
    : [refusal, ...found];

/** The step that a refusal by a cluster is about: it names a data sink or listener, or lacking components. */
export function refusedNode({ code, fields }: OperationError, { nodes }: PipelineDocument, catalogue: Catalogue): string | undefined {
  if (code === 'ACQ-COMPONENT-MISSING') {
    const lacking = String(fields['component']).split(', ');
    return nodes.find((node) => node.kind !== 'label' && lacking.some((each) => each.startsWith(`${node.kind}:${node.component}`)))?.id;
  }
  if (code !== 'ACQ-FILE-ROOT') return undefined;
  const named = new Set(
    [catalogue.datasinks, catalogue.listeners]
      .flat()
      .filter(({ name }) => name === fields['name'])
      .map(({ id }) => id),
  );
  return nodes.find((node) => named.has(node.kind === 'label' ? node.listenerId : node.kind === 'datasink' ? node.datasinkId : ''))?.id;
}
