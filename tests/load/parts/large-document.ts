import { actionNode, datasinkNode, documentOf, labelNode } from '../../e2e/harness/workbench.ts';

/** A pipeline of `size` steps in `columns` ways down, with some links across: 500 steps have 704 links. */
export function largeDocument(listenerId: string, datasinkId: string, size = 500, columns = 10): unknown {
  const at = (index: number) => ({ x: (index % columns) * 350, y: 150 + Math.floor(index / columns) * 160 });
  const actions = Array.from({ length: size - 2 }, (_, index) => ({
    ...actionNode(`step-${index}`, 'parser', { mode: 'kv', onFail: 'pass' }),
    name: `Step ${index}`,
    position: at(index),
  }));
  const links = actions.flatMap((_, index) => [
    index < columns ? `label>step-${index}` : `step-${index - columns}>step-${index}`,
    ...(index >= columns && index % 10 > 0 && index % 2 === 0 ? [`step-${index - columns + 1}>step-${index}`] : []),
  ]);
  const last = actions.slice(-columns).map(({ id }) => `${id}>end`);
  const end = { ...datasinkNode('end', datasinkId, 'null', {}), position: { x: 1500, y: 150 + Math.ceil(size / columns) * 160 } };
  return documentOf([labelNode('label', listenerId), ...actions, end], [...links, ...last]);
}
