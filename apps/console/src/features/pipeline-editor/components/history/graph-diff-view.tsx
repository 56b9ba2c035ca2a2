import type { PipelineDocument } from '@acequia/pipeline';
import { classNames } from '@acequia/ui';
import { useMemo } from 'react';
import { useTexts } from '#i18n/index.ts';
import { boxSize, graphDiff } from '../../model/graph-diff.ts';
import { editorTexts } from '../../texts.ts';
import { useLineWords } from '../use-line-words.ts';

const marks = { added: '+', changed: '~', removed: '−', same: '' } as const;
const letters = 24;
const titleMax = { same: 18, marked: 16 };

/** Both drawings in one: what came, went and changed is marked by colour, line and sign. The list beside it says the same in words. */
export function GraphDiffView({ before, after }: { readonly before: PipelineDocument; readonly after: PipelineDocument }) {
  const t = useTexts(editorTexts);
  const { step } = useLineWords();
  const { boxes, links, bounds } = useMemo(() => graphDiff(before, after), [before, after]);
  if (boxes.length === 0) return <p className="pe-quiet">{t('historyEmpty')}</p>;
  return (
    <svg
      className="pe-graph"
      viewBox={`${bounds.x} ${bounds.y} ${bounds.width} ${bounds.height}`}
      role="img"
      aria-label={t('graphDiff', { count: boxes.filter(({ mark }) => mark !== 'same').length })}
    >
      {links.map(({ key, mark, from, to }) => (
        <path
          key={key}
          className={classNames('pe-graph-link', `pe-graph-${mark}`)}
          d={`M${from.x},${from.y} C${from.x},${from.y + 40} ${to.x},${to.y - 40} ${to.x},${to.y}`}
        />
      ))}
      {boxes.map(({ node, mark }) => {
        const title = step(node);
        return (
          <g
            key={node.id}
            className={classNames('pe-graph-box', `pe-graph-${mark}`)}
            transform={`translate(${node.position.x} ${node.position.y})`}
          >
            <title>{mark === 'same' ? title : `${t(`line.${mark}`)}: ${title}`}</title>
            <rect width={boxSize.width} height={boxSize.height} rx={10} />
            <text x={16} y={40}>
              {shortened(title, mark === 'same' ? titleMax.same : titleMax.marked)}
            </text>
            {mark !== 'same' && (
              <text className="pe-graph-mark" x={boxSize.width - letters} y={42} textAnchor="middle">
                {marks[mark]}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const shortened = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max - 1)}…` : text);
