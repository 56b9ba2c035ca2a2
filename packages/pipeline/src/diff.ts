import { linkKey, type Link, type PipelineDocument, type PipelineNode } from './document.ts';
import { isExpression, sameExpression } from './expression-value.ts';
import { isTree, member } from './same-value.ts';

/** What runs differently. Positions and comments are left out. */
export interface DocumentDiff {
  readonly added: readonly PipelineNode[];
  readonly removed: readonly PipelineNode[];
  readonly changed: readonly { readonly before: PipelineNode; readonly after: PipelineNode; readonly fields: readonly FieldChange[] }[];
  readonly linksAdded: readonly string[];
  readonly linksRemoved: readonly string[];
  /** The same links as data. */
  readonly addedLinks: readonly Link[];
  readonly removedLinks: readonly Link[];
}

export interface FieldChange {
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

export function diffDocuments(before: PipelineDocument, after: PipelineDocument): DocumentDiff {
  const old = new Map(before.nodes.map((node) => [node.id, node]));
  const now = new Map(after.nodes.map((node) => [node.id, node]));
  const changed = after.nodes.flatMap((node) => {
    const previous = old.get(node.id);
    const fields = previous ? diffValues(running(previous), running(node), '') : [];
    return previous && fields.length > 0 ? [{ before: previous, after: node, fields }] : [];
  });
  const addedLinks = linksOnlyIn(after, before);
  const removedLinks = linksOnlyIn(before, after);
  return {
    added: after.nodes.filter((node) => !old.has(node.id)),
    removed: before.nodes.filter((node) => !now.has(node.id)),
    changed,
    linksAdded: addedLinks.map(linkText),
    linksRemoved: removedLinks.map(linkText),
    addedLinks,
    removedLinks,
  };
}

export const isEmptyDiff = (diff: DocumentDiff): boolean =>
  diff.added.length + diff.removed.length + diff.changed.length + diff.linksAdded.length + diff.linksRemoved.length === 0;

function running(node: PipelineNode): Record<string, unknown> {
  const { position: _position, comment: _comment, ...rest } = node;
  return rest;
}

function linksOnlyIn(document: PipelineDocument, other: PipelineDocument): Link[] {
  const known = new Set(other.links.map(linkKey));
  return document.links.filter((link) => !known.has(linkKey(link)));
}

const linkText = (link: Link) => `${link.from.node}.${link.from.port} → ${link.to.node}`;

function diffValues(before: unknown, after: unknown, path: string): FieldChange[] {
  if (Object.is(before, after)) return [];
  if (isExpression(before) && isExpression(after)) return sameExpression(before, after) ? [] : [{ path, before, after }];
  if (isTexts(before) && isTexts(after)) return JSON.stringify(before) === JSON.stringify(after) ? [] : [{ path, before, after }];
  if (isTree(before) && isTree(after) && Array.isArray(before) === Array.isArray(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => diffValues(member(before, key), member(after, key), path === '' ? key : `${path}.${key}`));
  }
  return [{ path, before, after }];
}

/** Texts of a list, such as what a step looks for, are read together: which place each has says nothing. */
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every((each) => typeof each === 'string');
