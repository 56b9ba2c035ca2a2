import type { PipelineNode, Problem } from '@acequia/pipeline';
import type { Catalogue } from './catalogue.ts';

const missingCodes = ['label-missing', 'listener-missing', 'datasink-missing', 'lookup-missing'] as const;
type MissingCode = (typeof missingCodes)[number];

/** Whether a problem is that something was deleted, which had a name. */
export const isMissing = (code: string): code is MissingCode => (missingCodes as readonly string[]).includes(code);

/** The last name of the deleted thing that a problem is about; undefined where none is known. */
export function missingName(
  problem: Pick<Problem, 'path'> & { readonly code: string },
  node: PipelineNode,
  catalogue: Catalogue,
): string | undefined {
  const id = missingId(problem, node);
  return id === undefined ? undefined : catalogue.removed.get(id);
}

function missingId({ code, path = '' }: Pick<Problem, 'path'> & { readonly code: string }, node: PipelineNode): string | undefined {
  if (node.kind === 'label') return code === 'listener-missing' ? node.listenerId : node.labelId;
  if (code === 'datasink-missing') return node.kind === 'datasink' ? node.datasinkId : undefined;
  const value = path
    .split('.')
    .reduce<unknown>((inner, part) => (inner as Readonly<Record<string, unknown>> | undefined)?.[part], node.config);
  return typeof value === 'string' ? value : undefined;
}
