import type { DatasinkNode, PipelineDocument } from '@acequia/pipeline';

/** What a person chose for the open ends of a template; what is not named stays open. */
export interface Ends {
  readonly listenerId: string;
  readonly labelId: string;
  /** Data sinks by node. */
  readonly datasinks: Readonly<Record<string, string>>;
}

export const openEnds: Ends = { listenerId: '', labelId: 'all', datasinks: {} };

/** The document with its ends closed. */
export const withEnds = (document: PipelineDocument, { listenerId, labelId, datasinks }: Ends): PipelineDocument => ({
  ...document,
  nodes: document.nodes.map((node) => {
    if (node.kind === 'label') return { ...node, listenerId, labelId: listenerId === '' ? 'all' : labelId };
    return node.kind === 'datasink' ? { ...node, datasinkId: datasinks[node.id] ?? '' } : node;
  }),
});

export const datasinksOf = ({ nodes }: PipelineDocument): readonly DatasinkNode[] => nodes.filter((node) => node.kind === 'datasink');
