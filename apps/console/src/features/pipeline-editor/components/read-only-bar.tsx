import type { Version } from '@acequia/contract';
import { isPublished } from '@acequia/domain';
import { Button, Icon } from '@acequia/ui';
import { useTexts } from '#i18n/index.ts';
import { startable } from '../model/publish-plan.ts';
import { versionState } from '../model/version-state.ts';
import { editorTexts } from '../texts.ts';
import { useVersionName } from './history/version-look.tsx';

/** Above a version that cannot be edited: what it is, and the two ways on. */
export function ReadOnlyBar({
  version,
  mayUpdate,
  onStart,
  onRestore,
}: {
  readonly version: Version;
  readonly mayUpdate: boolean;
  readonly onStart: (version: Version) => void;
  readonly onRestore: (version: Version) => void;
}) {
  const t = useTexts(editorTexts);
  const title = useVersionName();
  return (
    <div className="pe-read-only">
      <Icon name="lock" size={14} />
      <b>{t('readOnlyVersion', { version: title(version), status: t(`version.${versionState(version)}`) })}</b>
      <span className="pe-quiet">{version.versionName || t(isPublished(version) ? 'readOnlyVersionWhy' : 'autosavedWhy')}</span>
      <span className="pe-gap" />
      {mayUpdate && (
        <>
          <Button size="sm" icon="copy" onClick={() => onRestore(version)}>
            {t('editFromHere')}
          </Button>
          {startable(version) && (
            <Button size="sm" icon="play" onClick={() => onStart(version)}>
              {t('startAgain')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}
