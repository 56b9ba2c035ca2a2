import type { Port } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import type { PipelineDocument, PipelineNode } from '@acequia/pipeline';
import type { Ingredient } from './add-node.ts';
import { cardShape, type CardShape } from './card-shape.ts';
import { cardText, ingredientName, type CardText } from './card-text.ts';
import type { Catalogue } from './catalogue.ts';
import { createChecker, type CheckedDocument } from './check-document.ts';
import { badges, editorProblems, type EditorProblem } from './editor-problems.ts';
import { longestPortName, portsToDraw } from './node-ports.ts';

/** Everything that follows from the document and the catalogue. Objects of nodes that did not change stay the same. */
export interface EditorView extends CheckedDocument {
  readonly document: PipelineDocument;
  readonly catalogue: Catalogue;
  node(id: string): PipelineNode | undefined;
  text(id: string): CardText;
  /** What a palette entry is called. */
  ingredientName(ingredient: Ingredient): string;
  ports(id: string): readonly Port[];
  shape(id: string): CardShape;
  /** A step whose empty fields are not said yet. */
  readonly fresh?: string;
}

/** The view while a step is fresh: its card and the list say nothing of its empty fields. It cannot be published all the same. */
export function whileFresh(view: EditorView, fresh: string | undefined): EditorView {
  if (fresh === undefined || !view.validation.problems.some((problem) => isUnsaid(problem, fresh))) return view;
  const said = editorProblems(view.document, view.validation, () => undefined, view.catalogue.listeners).filter(
    (problem) => !isUnsaid(problem, fresh),
  );
  return { ...view, fresh, badges: badges(said) };
}

export const isUnsaid = ({ node, fault }: Pick<EditorProblem, 'node' | 'fault'>, fresh: string | undefined): boolean =>
  node !== undefined && node === fresh && fault === 'CONFIG_REQUIRED';

const noneLinked: ReadonlySet<string> = new Set();
const noText: CardText = { title: '', component: '', lines: [] };

/** Ports and shape of each card: the same while steps are only moved. */
interface Drawn {
  readonly ports: ReadonlyMap<string, readonly Port[]>;
  readonly shapes: ReadonlyMap<string, CardShape>;
}

/** Remembers the last view, and between views what each card said and which ports it had last. `builtInLabel` names the labels every listener has, in the language given with it. */
export function createViewer() {
  const texts = new WeakMap<PipelineNode, { readonly catalogue: Catalogue; readonly language: Language; readonly text: CardText }>();
  const lastPorts = new Map<string, readonly Port[]>();
  const shapes = new Map<string, CardShape>();
  const check = createChecker();
  let last:
    | { readonly view: EditorView; readonly checked: CheckedDocument; readonly language: Language; readonly drawn: Drawn }
    | undefined;

  const textOf = (node: PipelineNode, catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): CardText => {
    const known = texts.get(node);
    if (known && known.catalogue === catalogue && known.language === language) return known.text;
    const text = cardText(node, catalogue, language, builtInLabel);
    texts.set(node, { catalogue, language, text });
    return text;
  };
  const shapeOf = (
    kind: PipelineNode['kind'],
    ports: readonly Port[],
    linked: ReadonlySet<string>,
    lines: number,
    charactersOf?: (port: Port) => number,
  ): CardShape => {
    const key = JSON.stringify([kind, ports, [...linked].toSorted(), lines, charactersOf && ports.map(charactersOf)]);
    const known = shapes.get(key);
    if (known) return known;
    const shape = cardShape(kind, ports, linked, lines, charactersOf);
    shapes.set(key, shape);
    return shape;
  };

  const drawnOf = (
    document: PipelineDocument,
    catalogue: Catalogue,
    { validation, linked }: CheckedDocument,
    linesOf: (node: PipelineNode) => number,
  ): Drawn => {
    const ports = new Map(document.nodes.map((node) => [node.id, portsToDraw(document, node, validation, lastPorts.get(node.id))]));
    for (const [id, list] of validation.ports) lastPorts.set(id, list);
    const shapesById = new Map(
      document.nodes.map((node) => [
        node.id,
        shapeOf(node.kind, ports.get(node.id)!, linked.get(node.id) ?? noneLinked, linesOf(node), (port) =>
          longestPortName(port, node, catalogue),
        ),
      ]),
    );
    return { ports, shapes: shapesById };
  };

  return (document: PipelineDocument, catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): EditorView => {
    if (last?.view.document === document && last.view.catalogue === catalogue && last.language === language) return last.view;
    const checked = check(document, catalogue);
    const nodes = new Map(document.nodes.map((node) => [node.id, node]));
    const drawn =
      last?.checked === checked && last.language === language
        ? last.drawn
        : drawnOf(document, catalogue, checked, (node) => textOf(node, catalogue, language, builtInLabel).lines.length);
    const view: EditorView = {
      document,
      catalogue,
      ...checked,
      node: (id) => nodes.get(id),
      text: (id) => {
        const node = nodes.get(id);
        return node ? textOf(node, catalogue, language, builtInLabel) : noText;
      },
      ingredientName: (ingredient) => ingredientName(ingredient, catalogue, language, builtInLabel),
      ports: (id) => drawn.ports.get(id) ?? [],
      shape: (id) => drawn.shapes.get(id) ?? shapeOf('action', [], noneLinked, 1),
    };
    last = { view, checked, language, drawn };
    return view;
  };
}
