import type { ConnectionLineComponentProps } from '@xyflow/react';
import { useTexts } from '#i18n/index.ts';
import { nodeAt } from '../../model/node-at.ts';
import { linkShape } from '../../model/link-shape.ts';
import type { CardNode } from '../../model/projection.ts';
import { editorTexts } from '../../texts.ts';
import { useServices, useView } from '../editor-context.ts';

/** The link while it is drawn; over a card that cannot take it, it turns red and says why. */
export function ConnectionLine({ fromX, fromY, toX, toY, fromNode, fromHandle, toNode }: ConnectionLineComponentProps<CardNode>) {
  const t = useTexts(editorTexts);
  const view = useView();
  const { actions } = useServices();
  const over = toNode?.id ?? nodeAt(view, { x: toX, y: toY });
  const downwards = fromHandle.type === 'source';
  const fault =
    over === undefined || !downwards ? undefined : actions.linkFault({ node: fromNode.id, port: fromHandle.id ?? 'default' }, over);
  const { path } = downwards
    ? linkShape({ x: fromX, y: fromY }, { x: toX, y: toY })
    : linkShape({ x: toX, y: toY }, { x: fromX, y: fromY });
  return (
    <g className={fault ? 'pe-drawing pe-drawing-refused' : 'pe-drawing'}>
      <path d={path} />
      <circle cx={toX} cy={toY} r="4" />
      {fault && (
        <text x={toX + 14} y={toY - 12} className="pe-drawing-reason">
          {t(`fault.${fault}`)}
        </text>
      )}
    </g>
  );
}
