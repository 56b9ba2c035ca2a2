import type { Port } from '@acequia/component-sdk/definition';
import type { Language } from '@acequia/component-sdk/text';
import { upgrades, validate, type Upgrade, type PipelineDocument, type PipelineNode, type Validation } from '@acequia/pipeline';
import type { Ingredient } from './add-node.ts';
import { cardShape, type CardShape } from './card-shape.ts';
import { cardText, ingredientName, type CardText } from './card-text.ts';
import { surroundingsOf, type Catalogue } from './catalogue.ts';
import { badges, editorProblems, linkedPorts, type Badge } from './editor-problems.ts';
import { portsToDraw } from './node-ports.ts';

/** Everything that follows from the document and the catalogue. Objects of nodes that did not change stay the same. */
export interface EditorView {
  readonly document: PipelineDocument;
  readonly catalogue: Catalogue;
  readonly validation: Validation;
  /** Steps whose component has a newer version. */
  readonly upgrades: readonly Upgrade[];
  readonly badges: ReadonlyMap<string, Badge>;
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>;
  node(id: string): PipelineNode | undefined;
  text(id: string): CardText;
  /** What a palette entry is called. */
  ingredientName(ingredient: Ingredient): string;
  ports(id: string): readonly Port[];
  shape(id: string): CardShape;
}

const noText: CardText = { title: '', component: '', lines: [] };

/** Remembers between views what each card said and which ports it had last. `builtInLabel` names the labels every listener has, in the language given with it. */
export function createViewer() {
  const texts = new WeakMap<PipelineNode, { readonly catalogue: Catalogue; readonly language: Language; readonly text: CardText }>();
  const lastPorts = new Map<string, readonly Port[]>();
  const shapes = new Map<string, CardShape>();

  const textOf = (node: PipelineNode, catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): CardText => {
    const known = texts.get(node);
    if (known && known.catalogue === catalogue && known.language === language) return known.text;
    const text = cardText(node, catalogue, language, builtInLabel);
    texts.set(node, { catalogue, language, text });
    return text;
  };
  const shapeOf = (kind: PipelineNode['kind'], ports: readonly Port[], lines: number): CardShape => {
    const key = JSON.stringify([kind, ports, lines]);
    const known = shapes.get(key);
    if (known) return known;
    const shape = cardShape(kind, ports, lines);
    shapes.set(key, shape);
    return shape;
  };

  return (document: PipelineDocument, catalogue: Catalogue, language: Language, builtInLabel: (id: string) => string): EditorView => {
    const surroundings = surroundingsOf(catalogue);
    const validation = validate(document, surroundings);
    const nodes = new Map(document.nodes.map((node) => [node.id, node]));
    const ports = new Map(document.nodes.map((node) => [node.id, portsToDraw(document, node, validation, lastPorts.get(node.id))]));
    for (const [id, list] of validation.ports) lastPorts.set(id, list);
    const shapesById = new Map(
      document.nodes.map((node) => [
        node.id,
        shapeOf(node.kind, ports.get(node.id)!, textOf(node, catalogue, language, builtInLabel).lines.length),
      ]),
    );
    return {
      document,
      catalogue,
      validation,
      upgrades: upgrades(document, surroundings),
      badges: badges(editorProblems(document, validation, () => undefined, catalogue.listeners)),
      linked: linkedPorts(document),
      node: (id) => nodes.get(id),
      text: (id) => {
        const node = nodes.get(id);
        return node ? textOf(node, catalogue, language, builtInLabel) : noText;
      },
      ingredientName: (ingredient) => ingredientName(ingredient, catalogue, language, builtInLabel),
      ports: (id) => ports.get(id) ?? [],
      shape: (id) => shapesById.get(id) ?? shapeOf('action', [], 1),
    };
  };
}
