import type { Version } from '@acequia/contract';
import { Button, Icon, Menu, MenuItem, MenuLabel, MenuRule, Status } from '@acequia/ui';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useFormat } from '#lib/format/index.ts';
import { useTexts } from '#i18n/index.ts';
import { isPublished } from '@acequia/domain';
import { publishedVersions, startable } from '../../model/publish-plan.ts';
import { editorTexts } from '../../texts.ts';
import { useHistoryUrl } from '../history/use-history-url.ts';
import { useVersionName, VersionStatus } from '../history/version-look.tsx';

/** In the menu; the history has all of them. */
const listedMax = 8;

/** Another version is another editor: its menu has the keys that this one had. A new tab has no such state. */
const handedOver = { versionMenu: true } as const;

export interface VersionMenuProps {
  readonly pipelineId: string;
  /** Shown now: `Main` or another version. */
  readonly shown: string;
  readonly versions: readonly Version[];
  readonly mayStart: boolean;
  readonly onStart: (version: Version) => void;
}

/** The draft and the first published versions, those that run before all others; each can be looked at, and started again. */
export function VersionMenu({ pipelineId, shown, versions, mayStart, onStart }: VersionMenuProps) {
  const t = useTexts(editorTexts);
  const history = useHistoryUrl();
  const title = useVersionName();
  const button = useRef<HTMLButtonElement>(null);
  const isHandedOver = useLocation({ select: ({ state }) => state.versionMenu === true });
  useEffect(() => {
    if (isHandedOver) button.current?.focus();
  }, [isHandedOver]);
  // In the order of their statuses, as the server gives them.
  const published = versions.filter(isPublished);
  const base = publishedVersions(versions)[0]?.version;
  const open = versions.find((each) => each.version === shown);
  const trigger =
    shown === 'Main' ? (
      <Button ref={button} iconEnd="chevron-down" title={t('versionsOf')} data-tour="versions">
        <span className="ui-status-shape ui-c-warning" data-shape="ring" aria-hidden />
        {t('draft')}
        <span className="pe-quiet">{base === undefined ? t('neverPublished') : t('draftFrom', { version: base })}</span>
      </Button>
    ) : (
      <Button ref={button} iconEnd="chevron-down" title={t('versionsOf')} data-tour="versions">
        <Icon name="lock" size={14} />
        {open ? title(open) : shown}
      </Button>
    );
  return (
    <Menu label={t('versions')} trigger={trigger}>
      <MenuItem asChild>
        <Link to="/pipelines/$pipelineId/{-$version}" params={{ pipelineId, version: 'Main' }} state={handedOver}>
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
      {published.slice(0, listedMax).map((version) => (
        <VersionItem
          key={version.id}
          pipelineId={pipelineId}
          version={version}
          shown={shown === version.version}
          mayStart={mayStart}
          onStart={onStart}
        />
      ))}
      {versions.length > 0 && (
        <>
          <MenuRule />
          <MenuItem icon="history" onSelect={() => history.open(shown)}>
            {t('history')}
          </MenuItem>
        </>
      )}
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
          state={handedOver}
          title={`${t('openVersion', { version: version.version })} · ${format.exactly(version.createdAt)}`}
        >
          <b className="ui-num">v{version.version}</b>
          <VersionStatus version={version} />
          <span className="pe-version-name">{version.versionName}</span>
          <span className="ui-menu-end">{shown ? <Icon name="check" size={14} /> : format.ago(version.createdAt)}</span>
        </Link>
      </MenuItem>
      {mayStart && startable(version) && (
        <MenuItem icon="play" className="pe-version-start" onSelect={() => onStart(version)}>
          {t('startAgain')} <span className="ui-hidden">v{version.version}</span>
        </MenuItem>
      )}
    </>
  );
}
