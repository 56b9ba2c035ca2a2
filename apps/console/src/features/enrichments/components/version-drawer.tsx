import '../enrichments.css';
import { useNavigate } from '@tanstack/react-router';
import { Button, DialogClose, Drawer, IconButton, Message, Note, Pairs, Skeleton, Tag, TypeChip, useUiWords } from '@acequia/ui';
import type { Lookup, LookupVersion } from '@acequia/contract';
import { GoneDrawer } from '#blocks/page/details-drawer.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { VersionStatus } from './enrichment-status.tsx';
import { Amount, Bytes } from './measured.tsx';
import { RowBrowser } from './row-browser.tsx';
import { CheckProgress } from './upload-state.tsx';
import { useVersionCommands } from './use-version-commands.ts';

/** One version over its table: what it holds, its columns, its rows. */
export function VersionDrawer({ lookupId, number }: { readonly lookupId: string; readonly number: number }) {
  const t = useTexts(enrichmentTexts);
  const navigate = useNavigate();
  const paths = useEnrichmentPaths();
  const close = () => void navigate({ to: paths.edit, params: { lookupId } });
  const { data: lookup } = useOperation('lookups:find', { id: lookupId });
  const { data: versions } = useOperation('lookups:listVersions', { id: lookupId });
  if (!lookup || !versions) return null;
  const version = versions.find((each) => each.number === number);
  if (!version) return <GoneDrawer title={t('gone')} onClose={close} />;
  return <Details lookup={lookup} version={version} onClose={close} />;
}

function Details({ lookup, version, onClose }: { readonly lookup: Lookup; readonly version: LookupVersion; readonly onClose: () => void }) {
  const t = useTexts(enrichmentTexts);
  const words = useUiWords();
  const reasonText = useReasonText();
  const mayUpdate = useMay('lookup:update');
  const commands = useVersionCommands(lookup, version.number);
  const whole = version.status === 'active' || version.status === 'inactive';
  return (
    <Drawer
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={`${lookup.name}, ${t('version', { number: version.number })}`}
      footer={
        whole && (
          <>
            <Button icon="arrow-down" onClick={commands.download}>
              {t('download')}
            </Button>
            {mayUpdate && version.status === 'inactive' && (
              <Button variant="primary" icon="check" loading={commands.activating} onClick={commands.activate}>
                {t('activate')}
              </Button>
            )}
          </>
        )
      }
    >
      <header className="flex items-center gap-2.5 pt-3.5 pr-2.5 pl-4">
        <div className="min-w-0 flex-1">
          <div className="text-sm font-semibold truncate">{t('version', { number: version.number })}</div>
          <div className="ui-hint truncate">{lookup.name}</div>
        </div>
        <VersionStatus status={version.status} />
        <DialogClose asChild>
          <IconButton icon="x" size="sm" label={words.close} />
        </DialogClose>
      </header>
      <div className="flex flex-col gap-4 p-4">
        {version.fault && (
          <Note tone="danger" title={t('failed')}>
            {reasonText(version.fault)}
          </Note>
        )}
        <Pairs
          pairs={[
            [t('rows'), version.columns.length > 0 ? <Amount key="rows" value={version.rows} /> : '—'],
            [t('size'), <Bytes key="size" value={version.bytes} />],
            [
              t('made'),
              <span key="made">
                <TimeAgo atMs={version.createdAt} /> · {version.createdBy}
              </span>,
            ],
          ]}
        />
        {version.columns.length > 0 && <Columns lookup={lookup} version={version} />}
        {whole && version.rows > 0 && <RowBrowser key={version.number} lookup={lookup} version={version} />}
        {whole && version.rows === 0 && <p className="text-muted">{t('noRows')}</p>}
        {version.status === 'deleted' && <Message drawing="empty" title={t('noFile')} />}
        {version.status === 'processing' &&
          (version.checkedBytes === null ? <Skeleton height={96} /> : <CheckProgress version={version} />)}
      </div>
    </Drawer>
  );
}

function Columns({ lookup, version }: { readonly lookup: Lookup; readonly version: LookupVersion }) {
  const t = useTexts(enrichmentTexts);
  return (
    <section>
      <h3 className="font-medium mb-2">{t('columns')}</h3>
      <ul className="flex flex-wrap gap-x-4 gap-y-2">
        {version.columns.map((column, index) => (
          <li key={column} className="flex items-center gap-1.5">
            <span className="ui-mono">{column}</span>
            {version.types[index] === 'mixed' ? <Tag>{t('mixed')}</Tag> : <TypeChip type={version.types[index] ?? 'string'} />}
            {column === lookup.keyColumn && <span className="ui-hint">{t('isKey')}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
