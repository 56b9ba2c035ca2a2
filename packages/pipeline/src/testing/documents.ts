import type { ActionNode, DatasinkNode, LabelNode, Link, PipelineDocument, PipelineNode } from '../document.ts';

/** Small documents for tests: a label `in` of listener `LI_1`, actions `tag`, datasinks of the instance `DS_1`. */
export const label = (id = 'in', more: Partial<LabelNode> = {}): LabelNode => ({
  kind: 'label',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  listenerId: 'LI_1',
  labelId: 'all',
  ...more,
});

export const action = (id: string, more: Partial<ActionNode> = {}): ActionNode => ({
  kind: 'action',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  component: 'tag',
  version: '1.0.0',
  config: { name: 'colour' },
  ...more,
});

export const datasink = (id: string, more: Partial<DatasinkNode> = {}): DatasinkNode => ({
  kind: 'datasink',
  id,
  position: { x: 0, y: 0 },
  name: '',
  comment: '',
  datasinkId: 'DS_1',
  component: 'bin',
  version: '1.0.0',
  config: {},
  ...more,
});

/** `'a.port>b'`, `'a>b'` (port `default`). */
export function link(text: string): Link {
  const [from = '', to = ''] = text.split('>');
  const [node = '', port = 'default'] = from.split('.');
  return { id: text, from: { node, port }, to: { node: to } };
}

export const documentOf = (nodes: readonly PipelineNode[], links: readonly string[] = []): PipelineDocument => ({
  format: 1,
  nodes: [...nodes],
  links: links.map(link),
});
