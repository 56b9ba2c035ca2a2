import type { ReactElement } from 'react';
import type { InstanceVersion } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { instanceVersionTexts } from './texts.ts';

/** What a listener or a datasink was saved as, the newest first; each with its page. */
export function VersionsTab({
  versions,
  link,
}: {
  readonly versions: readonly InstanceVersion[] | undefined;
  readonly link: (number: number, text: string) => ReactElement;
}) {
  const t = useTexts(instanceVersionTexts);
  return (
    <ol className="flex flex-col">
      {versions?.map(({ number, savedAt, savedBy }, index) => (
        <li key={number} className="flex items-center gap-2 min-h-9 border-b border-line last:border-0">
          {link(number, t('version', { number }))}
          {index === 0 && <span className="ui-hint">{t('now')}</span>}
          <span className="ml-auto ui-hint">
            <TimeAgo atMs={savedAt} /> {t('by', { name: savedBy === '' ? t('nobody') : savedBy })}
          </span>
        </li>
      ))}
    </ol>
  );
}
