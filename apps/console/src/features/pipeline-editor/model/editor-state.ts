import {
  applyChanges,
  createHistory,
  isChangeFault,
  record,
  redo,
  stepTitle,
  undo,
  type Change,
  type ChangeFault,
  type History,
  type HistoryStep,
  type PipelineDocument,
  type PipelineNode,
} from '@acequia/pipeline';

/** Names of undo steps; texts in both languages. */
export const stepNames = [
  'add',
  'insert',
  'remove',
  'move',
  'layout',
  'configure',
  'rename',
  'note',
  'relabel',
  'link',
  'unlink',
  'paste',
  'duplicate',
  'restore',
  'import',
  'theirs',
  'merge',
  'version',
  'upgrade',
  'rearrange',
  'assistant',
] as const;
export type StepName = (typeof stepNames)[number];

export interface Selection {
  readonly nodes: ReadonlySet<string>;
  readonly links: ReadonlySet<string>;
}

export interface EditorState {
  readonly history: History;
  readonly selection: Selection;
  /** A step that was added and not left since: that its fields are empty is not said yet. */
  readonly fresh?: string | undefined;
}

export interface Edit {
  readonly step: StepName;
  /** What was edited, for the step's title: a node's name, a port. */
  readonly subject?: string;
  readonly changes: readonly Change[];
  /** Successive edits of one step name and key make one undo step. */
  readonly merge?: string;
  readonly select?: readonly string[];
}

export const nothingSelected: Selection = { nodes: new Set(), links: new Set() };

export const createEditorState = (document: PipelineDocument): EditorState => ({
  history: createHistory(document),
  selection: nothingSelected,
});

/** The state after an edit, or why it cannot be made. */
export function edit(state: EditorState, { step, subject, changes, merge, select }: Edit): EditorState | ChangeFault {
  const result = applyChanges(state.history.present, changes);
  if (isChangeFault(result)) return result;
  const history = record(state.history, result, subject === undefined ? step : `${step}:${subject.replaceAll('\n', ' ')}`, merge);
  const fresh = step === 'add' || step === 'insert' ? select?.[0] : state.fresh;
  return keepSelected({ history, fresh, selection: select ? { nodes: new Set(select), links: new Set() } : state.selection });
}

export const undoEdit = (state: EditorState): EditorState => keepSelected({ ...state, history: undo(state.history) });
export const redoEdit = (state: EditorState): EditorState => keepSelected({ ...state, history: redo(state.history) });

/** The step that is selected, when it is the only one. */
export function onlySelected({ history, selection }: EditorState): PipelineNode | undefined {
  const [id] = selection.nodes;
  return selection.nodes.size === 1 ? history.present.nodes.find((node) => node.id === id) : undefined;
}

export function selectIn(state: EditorState, selection: Selection): EditorState {
  const same = sameSet(state.selection.nodes, selection.nodes) && sameSet(state.selection.links, selection.links);
  return same ? state : keepSelected({ ...state, selection });
}

/** The name and subject of the step that undo would take back, or redo would make again. */
export function stepOf(step: HistoryStep | undefined): { readonly step: StepName; readonly subject: string } | undefined {
  const title = stepTitle(step);
  if (title === undefined) return undefined;
  const [name = '', ...subject] = title.split(':');
  const known = stepNames.find((candidate) => candidate === name);
  return known ? { step: known, subject: subject.join(':') } : undefined;
}

function keepSelected(state: EditorState): EditorState {
  const { nodes, links } = state.history.present;
  const nodeIds = new Set(nodes.map((node) => node.id));
  const linkIds = new Set(links.map((link) => link.id));
  const selection = { nodes: only(state.selection.nodes, nodeIds), links: only(state.selection.links, linkIds) };
  const fresh = state.fresh !== undefined && selection.nodes.has(state.fresh) ? state.fresh : undefined;
  const same = selection.nodes === state.selection.nodes && selection.links === state.selection.links && fresh === state.fresh;
  return same ? state : { ...state, selection, fresh };
}

function only(set: ReadonlySet<string>, known: ReadonlySet<string>): ReadonlySet<string> {
  const kept = [...set].filter((id) => known.has(id));
  return kept.length === set.size ? set : new Set(kept);
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) => a.size === b.size && [...a].every((id) => b.has(id));
