import { printExpression, storedExpressionSchema } from '@acequia/event';
import { diffDocuments, type Link, type PipelineDocument, type PipelineNode } from '@acequia/pipeline';

/** A value as a text, or several of a list; undefined for one that is not there. */
export type ShownValue = string | readonly string[] | undefined;

/** A line of a difference as a person reads it. Values are whole, as JSON in one line, and expressions their code; the path of a configuration begins with `config.`. */
export type DiffLine =
  | { readonly mark: 'added' | 'removed'; readonly what: 'node'; readonly node: PipelineNode }
  | {
      readonly mark: 'changed';
      readonly what: 'field';
      readonly node: PipelineNode;
      readonly path: string;
      readonly before: ShownValue;
      readonly after: ShownValue;
    }
  | {
      readonly mark: 'added' | 'removed';
      readonly what: 'link';
      readonly from: PipelineNode;
      readonly port: string;
      readonly to: PipelineNode;
    };

/** Nodes first, then their fields, then links between nodes that both stay; the links of a new or removed node say nothing new. */
export function diffLines(before: PipelineDocument, after: PipelineDocument): readonly DiffLine[] {
  const diff = diffDocuments(before, after);
  const touched = new Set([...diff.added, ...diff.removed].map((node) => node.id));
  const links = (list: readonly Link[], document: PipelineDocument, mark: 'added' | 'removed'): DiffLine[] =>
    list.flatMap((link): DiffLine[] => {
      const from = document.nodes.find((node) => node.id === link.from.node);
      const to = document.nodes.find((node) => node.id === link.to.node);
      return !from || !to || touched.has(from.id) || touched.has(to.id) ? [] : [{ mark, what: 'link', from, port: link.from.port, to }];
    });
  return [
    ...diff.added.map((node): DiffLine => ({ mark: 'added', what: 'node', node })),
    ...diff.removed.map((node): DiffLine => ({ mark: 'removed', what: 'node', node })),
    ...diff.changed.flatMap(({ after: node, fields }) =>
      fields.map((field): DiffLine => ({
        mark: 'changed',
        what: 'field',
        node,
        path: field.path,
        before: textOf(field.before),
        after: textOf(field.after),
      })),
    ),
    ...links(diff.addedLinks, after, 'added'),
    ...links(diff.removedLinks, before, 'removed'),
  ];
}

/** A value to be read as a whole, its members line by line. */
export const wholeText = (value: unknown): ShownValue => textOf(value, 2);

function textOf(value: unknown, indent?: number): ShownValue {
  if (value === undefined || typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value;
  const expression = storedExpressionSchema.safeParse(value).data;
  return expression ? printExpression(expression.ast) : JSON.stringify(value, null, indent);
}
