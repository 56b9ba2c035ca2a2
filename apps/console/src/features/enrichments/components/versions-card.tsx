import { Link } from '@tanstack/react-router';
import { Card, Message, Skeleton } from '@acequia/ui';
import type { Lookup } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { VersionStatus } from './enrichment-status.tsx';
import { Amount, Bytes } from './measured.tsx';
import { CheckProgress } from './upload-state.tsx';
import { VersionMenu } from './version-menu.tsx';

export function VersionsCard({ lookup }: { readonly lookup: Lookup }) {
  const paths = useEnrichmentPaths();
  const t = useTexts(enrichmentTexts);
  const reasonText = useReasonText();
  const { data: versions } = useOperation('lookups:listVersions', { id: lookup.id }, { refetchMs: 30_000 });
  return (
    <Card className="overflow-x-auto">
      <h2 className="font-semibold px-4 pt-3.5 pb-2">{t('versions')}</h2>
      {!versions && (
        <div className="p-4">
          <Skeleton height={72} />
        </div>
      )}
      {versions?.length === 0 && <Message drawing="empty" title={t('noVersions')} />}
      {versions && versions.length > 0 && (
        <table className="ui-table" aria-label={t('versions')}>
          <thead>
            <tr>
              <th scope="col">{t('versionHead')}</th>
              <th scope="col">{t('state')}</th>
              <th scope="col" className="ui-right">
                {t('rows')}
              </th>
              <th scope="col" className="ui-right">
                {t('size')}
              </th>
              <th scope="col">{t('made')}</th>
              <td className="ui-actions" aria-hidden />
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <tr key={version.number}>
                <td>
                  <Link
                    to={paths.version}
                    params={{ lookupId: lookup.id, version: String(version.number) }}
                    className="font-medium hover:underline ui-num"
                  >
                    {t('version', { number: version.number })}
                  </Link>
                </td>
                <td>
                  <VersionStatus status={version.status} />
                  <CheckProgress version={version} />
                  {version.fault && <p className="ui-hint max-w-80 whitespace-normal">{reasonText(version.fault)}</p>}
                </td>
                <td className="ui-right">{version.columns.length > 0 ? <Amount value={version.rows} /> : '—'}</td>
                <td className="ui-right">{version.bytes > 0 ? <Bytes value={version.bytes} /> : '—'}</td>
                <td className="text-muted">
                  <TimeAgo atMs={version.createdAt} /> · {version.createdBy}
                </td>
                <td className="ui-actions">
                  <VersionMenu lookup={lookup} version={version} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Card>
  );
}
