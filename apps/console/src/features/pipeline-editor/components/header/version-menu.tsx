import type { Version } from '@acequia/contract';
import { Button, Icon, Menu, MenuItem, MenuLabel, MenuRule, Status, type Tone } from '@acequia/ui';
import { Link } from '@tanstack/react-router';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import { versionState, type VersionState } from '../../model/version-state.ts';
import { editorTexts } from '../../texts.ts';

const look: Record<VersionState, { readonly tone: Tone; readonly shape: 'dot' | 'bars' | 'ring' | 'question' | 'triangle' }> = {
  running: { tone: 'success', shape: 'dot' },
  stopped: { tone: 'warning', shape: 'bars' },
  draft: { tone: 'warning', shape: 'ring' },
  archived: { tone: 'neutral', shape: 'ring' },
  starting: { tone: 'in', shape: 'ring' },
  waiting: { tone: 'warning', shape: 'question' },
  refused: { tone: 'danger', shape: 'triangle' },
};

export interface VersionMenuProps {
  readonly pipelineId: string;
  /** Shown now: `Main` or a number. */
  readonly shown: string;
  readonly versions: readonly Version[];
  readonly base: string | undefined;
  readonly mayStart: boolean;
  readonly onStart: (version: Version) => void;
}

/** The draft and every published version; an earlier one can be looked at, and started again. */
export function VersionMenu({ pipelineId, shown, versions, base, mayStart, onStart }: VersionMenuProps) {
  const t = useTexts(editorTexts);
  const published = versions.filter((each) => each.version !== 'Main');
  const trigger =
    shown === 'Main' ? (
      <Button iconEnd="chevron-down" title={t('versionsOf')}>
        <span className="ui-status-shape ui-c-warning" data-shape="ring" aria-hidden />
        {t('draft')}
        <span className="pe-quiet">{base === undefined ? t('neverPublished') : t('draftFrom', { version: base })}</span>
      </Button>
    ) : (
      <Button iconEnd="chevron-down" title={t('versionsOf')}>
        <Icon name="lock" size={14} />v{shown}
      </Button>
    );
  return (
    <Menu label={t('versions')} trigger={trigger}>
      <MenuItem asChild>
        <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId, version: 'Main' }}>
          <Status tone="warning" shape="ring">
            {t('draft')}
          </Status>
          {shown === 'Main' && (
            <span className="ui-menu-end">
              <Icon name="check" size={14} />
            </span>
          )}
        </Link>
      </MenuItem>
      <MenuRule />
      <MenuLabel>{t('versions')}</MenuLabel>
      {published.length === 0 && <MenuLabel>{t('noVersions')}</MenuLabel>}
      {published.map((version) => (
        <VersionItem
          key={version.id}
          pipelineId={pipelineId}
          version={version}
          shown={shown === version.version}
          mayStart={mayStart}
          onStart={onStart}
        />
      ))}
    </Menu>
  );
}

function VersionItem({
  pipelineId,
  version,
  shown,
  mayStart,
  onStart,
}: {
  readonly pipelineId: string;
  readonly version: Version;
  readonly shown: boolean;
  readonly mayStart: boolean;
  readonly onStart: (version: Version) => void;
}) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  return (
    <>
      <MenuItem asChild>
        <Link
          to="/pipelines/$pipelineId/{-$version}"
          params={{ pipelineId, version: version.version }}
          title={`${t('openVersion', { version: version.version })} · ${format.moment(version.createdAt)}`}
        >
          <b className="ui-num">v{version.version}</b>
          <Status {...look[versionState(version)]}>{t(`version.${versionState(version)}`)}</Status>
          <span className="pe-version-name">{version.versionName}</span>
          <span className="ui-menu-end">{shown ? <Icon name="check" size={14} /> : format.ago(version.createdAt)}</span>
        </Link>
      </MenuItem>
      {mayStart && version.status !== 'running' && (
        <MenuItem icon="play" className="pe-version-start" onSelect={() => onStart(version)}>
          {t('startAgain')} <span className="ui-hidden">v{version.version}</span>
        </MenuItem>
      )}
    </>
  );
}
