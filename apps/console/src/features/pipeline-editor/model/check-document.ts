import { upgrades, validate, type PipelineDocument, type PipelineNode, type Upgrade, type Validation } from '@acequia/pipeline';
import { surroundingsOf, type Catalogue } from './catalogue.ts';
import { badges, editorProblems, linkedPorts, type Badge } from './editor-problems.ts';

/** What follows from a document but for the places of its steps on the canvas. */
export interface CheckedDocument {
  readonly validation: Validation;
  /** Steps whose component has a newer version. */
  readonly upgrades: readonly Upgrade[];
  readonly badges: ReadonlyMap<string, Badge>;
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Remembers the last answer: a document in which steps were only moved, or moved back, is not checked again. */
export function createChecker() {
  let last: { readonly document: PipelineDocument; readonly catalogue: Catalogue; readonly checked: CheckedDocument } | undefined;
  return (document: PipelineDocument, catalogue: Catalogue): CheckedDocument => {
    const checked = last?.catalogue === catalogue && onlyMoved(last.document, document) ? last.checked : checkDocument(document, catalogue);
    last = { document, catalogue, checked };
    return checked;
  };
}

function checkDocument(document: PipelineDocument, catalogue: Catalogue): CheckedDocument {
  const surroundings = surroundingsOf(catalogue);
  const validation = validate(document, surroundings);
  return {
    validation,
    upgrades: upgrades(document, surroundings),
    badges: badges(editorProblems(document, validation, () => undefined, catalogue.listeners)),
    linked: linkedPorts(document),
  };
}

const onlyMoved = (before: PipelineDocument, after: PipelineDocument): boolean =>
  before.links === after.links &&
  before.nodes.length === after.nodes.length &&
  before.nodes.every((node, index) => sameButPlace(node, after.nodes[index]!));

function sameButPlace(a: PipelineNode, b: PipelineNode): boolean {
  if (a === b) return true;
  const [one, other] = [Object.entries({ ...a, position: 0 }), { ...b, position: 0 } as Readonly<Record<string, unknown>>];
  return one.length === Object.keys(other).length && one.every(([name, value]) => other[name] === value);
}
