import { Link } from '@tanstack/react-router';
import { Icon, MenuItem, MenuRule } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import type { FlowNode } from './flow-graph.ts';
import { flowTexts } from './texts.ts';

export interface NodeMenuProps {
  readonly node: FlowNode;
  readonly onMetrics: () => void;
  /** Absent for who may not, and for what is no datasink. */
  readonly exclusion?: { readonly excluded: boolean; readonly change: (excluded: boolean) => void } | undefined;
}

/** What a node offers: its details where they are at home, its metrics here. */
export function NodeMenu({ node, onMetrics, exclusion }: NodeMenuProps) {
  const t = useTexts(flowTexts);
  return (
    <>
      <MenuItem asChild>
        <DetailsLink node={node}>
          <Icon name="info" size={14} />
          {t('details')}
        </DetailsLink>
      </MenuItem>
      <MenuItem icon="chart" onSelect={onMetrics}>
        {t('metrics')}
      </MenuItem>
      {exclusion && (
        <>
          <MenuRule />
          <MenuItem icon={exclusion.excluded ? 'plus' : 'minus'} onSelect={() => exclusion.change(!exclusion.excluded)}>
            {exclusion.excluded ? t('include') : t('exclude')}
          </MenuItem>
        </>
      )}
    </>
  );
}

function DetailsLink({ node, children, ...rest }: { readonly node: FlowNode; readonly children: React.ReactNode }) {
  switch (node.column) {
    case 'listener':
      return (
        <Link {...rest} to="/listeners/$listenerId" params={{ listenerId: node.id }}>
          {children}
        </Link>
      );
    case 'label':
      return (
        <Link {...rest} to="/listeners/$listenerId" params={{ listenerId: node.listenerId ?? '' }} search={{ tab: 'labels' }}>
          {children}
        </Link>
      );
    case 'pipeline':
      return (
        <Link {...rest} to="/pipelines" search={{ tab: node.id }}>
          {children}
        </Link>
      );
    case 'datasink':
      return (
        <Link {...rest} to="/datasinks/$datasinkId" params={{ datasinkId: node.id }}>
          {children}
        </Link>
      );
    case 'cluster':
      return (
        <Link {...rest} to="/health">
          {children}
        </Link>
      );
  }
}
