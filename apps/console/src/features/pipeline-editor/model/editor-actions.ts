import { parseConfig, type ActionDefinition, type DatasinkDefinition, type Port } from '@acequia/component-sdk/definition';
import {
  applyChanges,
  isChangeFault,
  linkFault,
  upgradeChanges,
  validate,
  type Change,
  type ChangeFault,
  type LabelNode,
  type PipelineDocument,
  type Upgrade,
} from '@acequia/pipeline';
import type { ParserProposal } from '@acequia/components/definitions';
import { addNode, jointOf, portsAfter, type AddContext, type Ingredient, type Joint, type Place } from './add-node.ts';
import { arrangeAside, type Arrange } from './arrange.ts';
import { surroundingsOf } from './catalogue.ts';
import { chainParsers } from './chain-parsers.ts';
import { copyNodes, pasteNodes, type PasteFault } from './clipboard.ts';
import { configureChanges } from './configure.ts';
import { nothingSelected, type Edit } from './editor-state.ts';
import type { EditorStore } from './editor-store.ts';
import type { EditorView } from './editor-view.ts';
import { besideInChain, moveStep, moveTargets, type MoveTarget } from './move-step.ts';
import type { NewId } from './new-id.ts';
import { removeSteps } from './remove-steps.ts';
import { takeProposal } from './take-proposal.ts';

/** What a person is told beside the canvas. */
export interface EditorNotices {
  refused(fault: ChangeFault | PasteFault): void;
  labelLeftOut(): void;
  copied(count: number): void;
  linksLost(count: number): void;
}

export interface EditorActionsOptions {
  readonly store: EditorStore;
  readonly view: () => EditorView;
  readonly newId: NewId;
  readonly notices: EditorNotices;
  readonly arrange?: Arrange;
}

/** Everything a person can do to the document, by pointer, keyboard or menu: one function each. */
export interface EditorActions {
  add(ingredient: Ingredient, place: Place): string | undefined;
  /** Sets a configured action behind a port of a step, between it and all that follows it, as one step; its id. */
  addBehind(
    from: { readonly node: string; readonly port: string },
    component: string,
    config: Readonly<Record<string, unknown>>,
  ): string | undefined;
  /** Where the next step goes by keyboard: into the selected link, after the selected step, else below everything. */
  nextPlace(): Place;
  /** The ports to choose from for a step of this kind there; nothing is linked while there are several. */
  portsAfter(kind: Ingredient['kind'], place: Place): readonly Pick<Port, 'id'>[];
  /** How a step of this kind would be linked there. */
  joint(kind: Ingredient['kind'], place: Place): Joint;
  linkFault(from: { readonly node: string; readonly port: string }, to: string): ChangeFault | undefined;
  link(from: { readonly node: string; readonly port: string }, to: string): boolean;
  unlink(links: readonly string[]): void;
  move(positions: Readonly<Record<string, { readonly x: number; readonly y: number }>>, byKeyboard: boolean): void;
  /** Everywhere a step can be moved to along the links. */
  moveTargets(node: string): readonly MoveTarget[];
  /** One place up or down its chain; undefined where there is none. */
  beside(node: string, way: 'up' | 'down'): MoveTarget | undefined;
  /** Takes a step out of its place and sets it to another one, as one step. */
  moveStep(node: string, target: MoveTarget): void;
  /** What led to a removed step leads to what followed it. */
  remove(nodes: readonly string[]): void;
  removeSelected(): void;
  selectAll(): void;
  selectNode(node: string | undefined): void;
  /** Adds a step to what is selected, or takes it away. */
  toggleNode(node: string): void;
  selectLink(link: string): void;
  duplicate(): void;
  /** Text of the selected steps; undefined when none is selected. */
  copy(): string | undefined;
  paste(text: string): void;
  /** Arranges the document as it is now; whatever was added meanwhile stays where it is. */
  layout(): Promise<void>;
  configure(node: string, config: Readonly<Record<string, unknown>>): void;
  /** Configures a parser as proposed, with further ones below it, as one step. */
  takeParsers(node: string, proposed: readonly [ParserProposal, ...ParserProposal[]]): void;
  /** Makes the changes of a proposal, as one step of its name; whether they fit. */
  takeProposed(title: string, changes: readonly Change[]): boolean;
  /** Brings steps to the newer version of their component, as one step. */
  upgrade(list: readonly Upgrade[]): void;
  rename(node: string, name: string): void;
  note(node: string, comment: string): void;
  relabel(node: string, listenerId: string, labelId: string): void;
  /** What is selected stays so where it is still there, but for an import. */
  replace(step: 'restore' | 'import' | 'theirs' | 'merge' | 'version', document: PipelineDocument): void;
}

export function createEditorActions({ store, view, newId, notices, arrange = arrangeAside }: EditorActionsOptions): EditorActions {
  const run = (edit: Edit): boolean => {
    const fault = store.run(edit);
    if (fault) notices.refused(fault);
    return !fault;
  };
  const title = (node: string) => view().text(node).title;
  const context = (): AddContext => ({ newId, shapeOf: view().shape, portsOf: view().ports });
  /** A new step begins as its component says for its place; a preset says more. */
  const begun = (ingredient: Ingredient, place: Place): Ingredient => {
    if (ingredient.kind === 'label') return ingredient;
    const { catalogue } = view();
    const { begin } = catalogue[`${ingredient.kind}Definitions`].find(({ id }) => id === ingredient.component) ?? {};
    if (!begin) return ingredient;
    const { node, changes } = addNode(store.document(), ingredient, place, context());
    const added = applyChanges(store.document(), changes);
    if (isChangeFault(added)) return ingredient;
    const label = added.nodes.find(({ kind }) => kind === 'label') as LabelNode | undefined;
    const listener = catalogue.listeners.find(({ id }) => id === label?.listenerId)?.component;
    const { inputs } = validate(added, surroundingsOf(catalogue));
    return { ...ingredient, config: { ...begin({ listener, fields: inputs.get(node) }), ...ingredient.config } };
  };
  const selectedNodes = () => [...store.get().selection.nodes];
  const subjectOf = (nodes: readonly string[]) => nodes.map(title).slice(0, 3).join(', ') + (nodes.length > 3 ? ' …' : '');
  const pasteText = (text: string, step: 'paste' | 'duplicate') => {
    const pasted = pasteNodes(store.document(), text, newId, view().shape);
    if (typeof pasted === 'string') {
      notices.refused(pasted);
      return;
    }
    const subject = step === 'duplicate' ? subjectOf(selectedNodes()) : undefined;
    if (
      run({ step, ...(subject === undefined ? {} : { subject }), changes: pasted.changes, select: pasted.nodes }) &&
      pasted.labelLeft &&
      step === 'paste'
    )
      notices.labelLeftOut();
  };

  return {
    add(ingredient, place) {
      const { node, changes, joint } = addNode(store.document(), begun(ingredient, place), place, context());
      const subject = view().ingredientName(ingredient);
      return run({ step: joint === 'between' ? 'insert' : 'add', subject, changes, select: [node] }) ? node : undefined;
    },
    addBehind(from, component, config) {
      const definition = view().catalogue.actionDefinitions.find(({ id }) => id === component);
      if (!definition) return undefined;
      const ingredient = { kind: 'action' as const, component, version: definition.version };
      const { node, changes, joint } = addNode(store.document(), ingredient, { type: 'after', ...from }, context());
      const configured: Change = { type: 'configure', node, config };
      const edit = { step: joint === 'between' ? 'insert' : 'add', subject: view().ingredientName(ingredient), select: [node] } as const;
      return run({ ...edit, changes: [...changes, configured] }) ? node : undefined;
    },
    nextPlace() {
      const { nodes, links } = store.get().selection;
      const [link] = links;
      if (links.size === 1 && nodes.size === 0 && link !== undefined) return { type: 'into', link };
      const [node] = nodes;
      if (nodes.size === 1 && node !== undefined) return { type: 'after', node };
      const bottom = store.document().nodes.toSorted((a, b) => b.position.y - a.position.y)[0];
      return bottom
        ? { type: 'at', x: bottom.position.x, y: bottom.position.y + view().shape(bottom.id).height + 60 }
        : { type: 'at', x: 0, y: 0 };
    },
    portsAfter: (kind, place) => portsAfter(store.document(), kind, place, context()),
    joint: (kind, place) => jointOf(store.document(), kind, place, context()),
    linkFault: (from, to) => linkFault(store.document(), from, { node: to }),
    link: (from, to) =>
      run({
        step: 'link',
        subject: `${title(from.node)} → ${title(to)}`,
        changes: [{ type: 'link', link: { id: newId.link(), from: { ...from }, to: { node: to } } }],
      }),
    unlink: (links) => void run({ step: 'unlink', changes: [{ type: 'remove', nodes: [], links }] }),
    move(positions, byKeyboard) {
      const ids = Object.keys(positions);
      if (ids.length > 0)
        run({
          step: 'move',
          subject: subjectOf(ids),
          changes: [{ type: 'move', positions }],
          ...(byKeyboard ? { merge: `keys ${ids.join(' ')}` } : {}),
        });
    },
    moveTargets: (node) => moveTargets(store.document(), node, context()),
    beside: (node, way) => besideInChain(store.document(), node, way, context()),
    moveStep: (node, target) =>
      void run({ step: 'rearrange', subject: title(node), changes: moveStep(store.document(), node, target, context()), select: [node] }),
    remove: (nodes) =>
      void run({ step: 'remove', subject: subjectOf(nodes), changes: removeSteps(store.document(), nodes, [], context()) }),
    removeSelected() {
      const { nodes, links } = store.get().selection;
      if (nodes.size + links.size === 0) return;
      const subject = subjectOf([...nodes]);
      run({
        step: nodes.size > 0 ? 'remove' : 'unlink',
        ...(subject === '' ? {} : { subject }),
        changes: removeSteps(store.document(), [...nodes], [...links], context()),
      });
    },
    selectAll() {
      const { nodes, links } = store.document();
      store.select({ nodes: new Set(nodes.map((node) => node.id)), links: new Set(links.map((link) => link.id)) });
    },
    selectNode: (node) => store.select(node === undefined ? nothingSelected : { nodes: new Set([node]), links: new Set() }),
    toggleNode(node) {
      const { nodes } = store.get().selection;
      store.select({ nodes: new Set(nodes.has(node) ? [...nodes].filter((each) => each !== node) : [...nodes, node]), links: new Set() });
    },
    selectLink: (link) => store.select({ nodes: new Set(), links: new Set([link]) }),
    duplicate() {
      const { nodes } = store.get().selection;
      if (nodes.size > 0) pasteText(copyNodes(store.document(), nodes), 'duplicate');
    },
    copy() {
      const { nodes } = store.get().selection;
      if (nodes.size === 0) return undefined;
      notices.copied(nodes.size);
      return copyNodes(store.document(), nodes);
    },
    paste: (text) => pasteText(text, 'paste'),
    async layout() {
      const positions = await arrange(store.document(), view().shape);
      run({ step: 'layout', changes: [{ type: 'move', positions }] });
    },
    configure(node, config) {
      const now = view();
      const known = now.node(node);
      if (!known || known.kind === 'label') return;
      const definition =
        known.kind === 'action'
          ? now.catalogue.actionDefinitions.find((each) => each.id === known.component)
          : now.catalogue.datasinkDefinitions.find((each) => each.id === known.component);
      const { changes, lostLinks } = configureChanges(
        store.document(),
        node,
        config,
        now.ports(node),
        definition && readPorts(definition, config),
      );
      if (run({ step: 'configure', subject: title(node), changes, merge: node }) && lostLinks > 0) notices.linksLost(lostLinks);
    },
    takeParsers(node, [first, ...further]) {
      const parser = view().node(node);
      if (parser?.kind !== 'action') return;
      const changes = chainParsers(store.document(), parser, [takeProposal(first, parser.config), ...further], newId);
      run({ step: 'configure', subject: title(node), changes });
    },
    takeProposed: (title, changes) => run({ step: 'assistant', subject: title, changes }),
    upgrade: (list) => void run({ step: 'upgrade', subject: subjectOf(list.map(({ node }) => node)), changes: upgradeChanges(list) }),
    rename: (node, name) => void run({ step: 'rename', subject: title(node), changes: [{ type: 'describe', node, name }], merge: node }),
    note: (node, comment) => void run({ step: 'note', subject: title(node), changes: [{ type: 'describe', node, comment }], merge: node }),
    relabel: (node, listenerId, labelId) => void run({ step: 'relabel', changes: [{ type: 'relabel', node, listenerId, labelId }] }),
    replace: (step, document) => void run({ step, changes: [{ type: 'replace', document }], ...(step === 'import' ? { select: [] } : {}) }),
  };
}

/** Ports of a configuration that may not be readable yet. */
function readPorts(
  definition: ActionDefinition | DatasinkDefinition,
  config: Readonly<Record<string, unknown>>,
): readonly Port[] | undefined {
  const parsed = parseConfig(definition.kind === 'action' ? definition.config : definition.node, config);
  return parsed.ok ? definition.ports(parsed.value) : undefined;
}
