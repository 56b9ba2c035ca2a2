import { Link } from '@tanstack/react-router';
import { Card, Icon, Skeleton } from '@acequia/ui';
import type { LookupUsages } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { enrichmentTexts } from '../texts.ts';

type Usage = LookupUsages['pipelines'][number];

/** Pipelines, their versions, and in each the actions that use the table. */
export function UsagesCard({ id }: { readonly id: string }) {
  const t = useTexts(enrichmentTexts);
  const { data: usages } = useOperation('lookups:getUsages', { id });
  return (
    <Card>
      <h2 className="font-semibold px-4 pt-3.5 pb-2">{t('usages')}</h2>
      {!usages && (
        <div className="p-4">
          <Skeleton height={36} />
        </div>
      )}
      {usages?.pipelines.length === 0 && <p className="text-muted px-4 pb-4">{t('noUsages')}</p>}
      <ul>
        {usages?.pipelines.map((pipeline) => (
          <PipelineUsage key={pipeline.id} pipeline={pipeline} />
        ))}
      </ul>
    </Card>
  );
}

function PipelineUsage({ pipeline: { id, name, versions } }: { readonly pipeline: Usage }) {
  const t = useTexts(enrichmentTexts);
  return (
    <li className="border-t px-4 py-2.5 flex flex-col gap-1.5">
      <Link
        to="/pipelines/$pipelineId/{-$version}"
        params={{ pipelineId: id, version: undefined }}
        className="flex items-center gap-2 font-medium hover:underline self-start"
      >
        <Icon name="pipeline" size={14} className="text-muted" />
        {name}
      </Link>
      {versions.map(({ version, versionName, status, nodes }) => (
        <div key={version} className="pl-6 flex flex-wrap items-baseline gap-x-3 gap-y-0.5">
          <span className="ui-num">{status === 'draft' ? t('draft') : versionName === '' ? version : `${version} ${versionName}`}</span>
          {nodes.map((node) => (
            <Link
              key={node.id}
              to="/pipelines/$pipelineId/{-$version}"
              params={{ pipelineId: id, version }}
              search={{ node: node.id }}
              className="text-xs text-muted hover:underline"
            >
              {node.name === '' ? node.id : node.name}: {node.fixed === null ? t('follows') : t('keeps', { number: node.fixed })}
            </Link>
          ))}
        </div>
      ))}
    </li>
  );
}
