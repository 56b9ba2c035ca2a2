import { Link } from '@tanstack/react-router';
import { Count, Icon, IconButton, toneClass } from '@acequia/ui';
import type { Permission } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { may, useSession } from '#lib/session/index.ts';
import { columns, type Column, type FlowGraph } from './flow-graph.ts';
import { flowTexts } from './texts.ts';

const creations: Readonly<
  Partial<
    Record<
      Column,
      { readonly to: '/listeners/create/type' | '/pipelines/create' | '/datasinks/create/type'; readonly permission: Permission }
    >
  >
> = {
  listener: { to: '/listeners/create/type', permission: 'listener:create' },
  pipeline: { to: '/pipelines/create', permission: 'pipeline:create' },
  datasink: { to: '/datasinks/create/type', permission: 'datasink:create' },
};

/** The names of the columns with how many are in each, a way to make another, and one to hide the column. */
export function ColumnHeads({
  graph,
  hidden,
  onHide,
}: {
  readonly graph: FlowGraph;
  readonly hidden: readonly Column[];
  readonly onHide: (columns: readonly Column[]) => void;
}) {
  const t = useTexts(flowTexts);
  const session = useSession();
  const shown = columns.filter((column) => !hidden.includes(column));
  return (
    <div className="flow-columns">
      {shown.map((column) => {
        const creation = creations[column];
        return (
          <div key={column} className={`flow-column ${toneClass(column)}`}>
            <Icon name={column} size={14} />
            <span className="truncate">{t(column)}</span>
            <Count>{graph.nodes.filter((node) => node.column === column).length}</Count>
            <span className="flow-column-ways">
              {creation && may(session, creation.permission) && (
                <Link
                  to={creation.to}
                  className="ui-btn ui-btn-ghost ui-btn-sm ui-btn-icon"
                  aria-label={t('create', { column: t(column) })}
                  title={t('create', { column: t(column) })}
                >
                  <Icon name="plus" size={14} />
                </Link>
              )}
              {shown.length > 2 && (
                <IconButton icon="x" size="sm" label={t('hide', { column: t(column) })} onClick={() => onHide([...hidden, column])} />
              )}
            </span>
          </div>
        );
      })}
    </div>
  );
}
