import { Link } from '@tanstack/react-router';
import { Icon, type IconName } from '@acequia/ui';
import type { Usages } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { secretsTexts } from './texts.ts';

const versionWords = ['running', 'stopped', 'draft', 'archived'] as const;

/** Pipelines with their versions, listeners, data sinks and enrichments that use a secret, each a link. */
export function UsageList({ usages }: { readonly usages: Usages }) {
  const t = useTexts(secretsTexts);
  const statusWord = (status: string) => {
    const word = versionWords.find((each) => each === status);
    return word === undefined ? status : t(word);
  };
  return (
    <div className="flex flex-col gap-3">
      <Users
        title={t('pipelines')}
        icon="pipeline"
        entries={usages.pipelines.map(({ id, name, versions }) => ({
          id,
          name,
          detail: versions
            .map(({ version, versionName, status }) =>
              t('version', { name: versionName === '' ? version : `${version} ${versionName}`, status: statusWord(status) }),
            )
            .join(' · '),
          to: '/pipelines/$pipelineId/{-$version}' as const,
          params: { pipelineId: id, version: undefined },
        }))}
      />
      <Users
        title={t('listeners')}
        icon="listener"
        entries={usages.listeners.map(({ id, name, actionName }) => ({
          id,
          name,
          detail: actionName,
          to: '/listeners/$listenerId' as const,
          params: { listenerId: id },
        }))}
      />
      <Users
        title={t('datasinks')}
        icon="datasink"
        entries={usages.datasinks.map(({ id, name, actionName }) => ({
          id,
          name,
          detail: actionName,
          to: '/datasinks/$datasinkId' as const,
          params: { datasinkId: id },
        }))}
      />
      <Users
        title={t('lookups')}
        icon="enrichment"
        entries={usages.lookups.map(({ id, name }) => ({
          id,
          name,
          detail: '',
          to: '/enrichments/$lookupId/edit' as const,
          params: { lookupId: id },
        }))}
      />
    </div>
  );
}

type Target =
  | { readonly to: '/pipelines/$pipelineId/{-$version}'; readonly params: { readonly pipelineId: string; readonly version: undefined } }
  | { readonly to: '/listeners/$listenerId'; readonly params: { readonly listenerId: string } }
  | { readonly to: '/datasinks/$datasinkId'; readonly params: { readonly datasinkId: string } }
  | { readonly to: '/enrichments/$lookupId/edit'; readonly params: { readonly lookupId: string } };

function Users({
  title,
  icon,
  entries,
}: {
  readonly title: string;
  readonly icon: IconName;
  readonly entries: readonly (Target & { readonly id: string; readonly name: string; readonly detail: string })[];
}) {
  if (entries.length === 0) return null;
  return (
    <div>
      <h4 className="text-xs text-muted font-medium mb-1">{title}</h4>
      <ul className="rounded-md border">
        {entries.map(({ id, name, detail, ...target }) => (
          <li key={id} className="border-b last:border-b-0">
            <Link {...target} className="flex items-center gap-2 px-3 min-h-8 py-1 hover:bg-s2">
              <Icon name={icon} size={14} className="text-muted" />
              <span className="truncate">{name}</span>
              <span className="ui-hint ml-auto text-right">{detail}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
