import { useState, type ReactElement } from 'react';
import type { InstanceVersion } from '@acequia/contract';
import { Button, Card, ConfirmDialog, Message } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { instanceVersionTexts } from './texts.ts';
import { changesBetween, type VersionChange } from './version-changes.ts';

export interface VersionDetailProps {
  readonly versions: readonly InstanceVersion[];
  readonly number: number;
  /** To the list of versions. */
  readonly back: ReactElement;
  /** Absent for who may not. */
  readonly restore?: { readonly pending: boolean; readonly run: (version: InstanceVersion) => void };
}

/** One version: what it changed against the one before, and what is different now; it can be brought back. */
export function VersionDetail({ versions, number, back, restore }: VersionDetailProps) {
  const t = useTexts(instanceVersionTexts);
  const [asking, setAsking] = useState(false);
  const index = versions.findIndex((version) => version.number === number);
  const [version, before, newest] = [versions[index], versions[index + 1], versions[0]];
  if (!version || !newest) return <Message drawing="lost" title={t('gone')} actions={back} />;
  const isNow = index === 0;
  return (
    <div className="flex flex-col gap-4 max-w-[800px]">
      <div className="flex items-center gap-3">
        <span className="ui-hint">
          <TimeAgo atMs={version.savedAt} /> {t('by', { name: version.savedBy === '' ? t('nobody') : version.savedBy })}
        </span>
        <span className="flex-1" />
        {back}
        {restore && !isNow && (
          <Button variant="primary" icon="undo" loading={restore.pending} onClick={() => setAsking(true)}>
            {t('restore')}
          </Button>
        )}
      </div>
      <Changes
        title={before ? t('changes', { number: before.number }) : t('first')}
        changes={before ? changesBetween(before, version) : []}
        none={before ? t('same') : undefined}
      />
      {isNow ? (
        <p className="text-muted">{t('isNow')}</p>
      ) : (
        <Changes title={t('againstNow')} changes={changesBetween(version, newest)} none={t('same')} />
      )}
      {asking && restore && (
        <ConfirmDialog
          open
          onOpenChange={(open) => open || setAsking(false)}
          title={t('restoreAsk', { number })}
          description={t('restoreWhy')}
          confirm={t('restore')}
          cancel={t('cancel')}
          loading={restore.pending}
          onConfirm={() => restore.run(version)}
        />
      )}
    </div>
  );
}

function Changes({
  title,
  changes,
  none,
}: {
  readonly title: string;
  readonly changes: readonly VersionChange[];
  readonly none: string | undefined;
}) {
  const t = useTexts(instanceVersionTexts);
  return (
    <Card className="overflow-x-auto">
      <h2 className="px-4 py-3 font-semibold">{title}</h2>
      {changes.length === 0 ? (
        none !== undefined && <p className="px-4 pb-4 text-muted">{none}</p>
      ) : (
        <table className="ui-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('field')}</th>
              <th scope="col">{t('before')}</th>
              <th scope="col">{t('after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row" className="ui-mono text-xs! text-text!">
                  {wordOf(path, t)}
                </th>
                <td className="ui-mono whitespace-pre-wrap! break-all">{before ?? <span className="text-muted">{t('absent')}</span>}</td>
                <td className="ui-mono whitespace-pre-wrap! break-all">{after ?? <span className="text-muted">{t('absent')}</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}

const words = ['name', 'description', 'tags', 'componentVersion'] as const;

const wordOf = (path: string, t: (key: (typeof words)[number]) => string): string => {
  const word = words.find((each) => each === path);
  return word ? t(word) : path.replace(/^config\./, '');
};
