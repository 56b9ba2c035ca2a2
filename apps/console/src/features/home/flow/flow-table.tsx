import { Dot } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { keyOfLink, type FlowGraph, type FlowNode } from './flow-graph.ts';
import { flowTexts } from './texts.ts';
import { useNodeName } from './use-node-name.ts';

/** The ribbons as rows, for whoever reads rather than sees them. */
export function FlowTable({
  graph: { nodes, links },
  say,
}: {
  readonly graph: FlowGraph;
  readonly say: (value: number, key: string) => string;
}) {
  const t = useTexts(flowTexts);
  const nodeOf = new Map(nodes.map((node) => [node.key, node]));
  const rows = links.flatMap(({ from, to, value }) => {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    return a && b ? [{ from: a, to: b, value }] : [];
  });
  if (rows.length === 0) return <p className="p-4 text-muted">{t('nothing')}</p>;
  return (
    <div className="overflow-auto max-h-[480px]" tabIndex={0} role="region" aria-label={t('title')}>
      <table className="ui-table" aria-label={t('title')}>
        <thead>
          <tr>
            <th scope="col">{t('from')}</th>
            <th scope="col">{t('to')}</th>
            <th scope="col" className="ui-right">
              {t('volume')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ from, to, value }) => (
            <tr key={keyOfLink({ from: from.key, to: to.key })}>
              <td>
                <Name node={from} />
              </td>
              <td>
                <Name node={to} />
              </td>
              <td className="ui-right ui-num">{say(value, keyOfLink({ from: from.key, to: to.key }))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ node }: { readonly node: FlowNode }) {
  const t = useTexts(flowTexts);
  return (
    <span className="flex items-center gap-2">
      <Dot tone={node.column} />
      {useNodeName()(node)} <span className="text-faint text-xs">{t(node.column)}</span>
    </span>
  );
}
