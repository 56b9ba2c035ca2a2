import '../marketplace.css';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { Button, Card, Segmented, Skeleton, toast } from '@acequia/ui';
import type { Template } from '@acequia/contract';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { marketplaceTexts } from '../texts.ts';
import { TemplateFacts } from './template-facts.tsx';
import { TemplateLogs } from './template-logs.tsx';
import { TemplateMenu } from './template-menu.tsx';

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((module) => ({ default: module.ImportDialog })));

/** Of the address: what of the preview is shown, and whether the import is asked for. */
export interface TemplateSearch {
  readonly preview?: 'graph' | 'logs' | undefined;
  readonly import?: boolean | undefined;
}

export interface TemplatePageProps {
  readonly id: string;
  readonly search: TemplateSearch;
  /** The drawing of a template's pipeline, loaded apart. */
  readonly drawing: (template: Template) => ReactNode;
}

/** Height of what stands for the preview while it loads, in px. */
const previewSkeletonHeight = 256;

/** One template: what it is, what it does to recorded events, and the way to make it one's own. */
export function TemplatePage({ id, search, drawing }: TemplatePageProps) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const tenantId = useSession().user.TenantId;
  const navigate = useNavigate();
  const mayImport = useMay('pipeline:create');
  const {
    data: template,
    error,
    refetch,
  } = useOperation('marketplace:getTemplateById', { id, tenantId, language }, { keepPrevious: true });
  const gone = error?.code === 'WEB-00015';
  useEffect(() => {
    if (!gone) return;
    toast({ id: 'template:gone', level: 'alert', title: t('gone'), content: t('goneText'), code: 'WEB-00015', persistUrlChanges: true });
    void navigate({ to: '/marketplace', replace: true });
  }, [gone, navigate, t]);
  const onSearch = (next: TemplateSearch) =>
    void navigate({
      to: '/marketplace/$templateId',
      params: { templateId: id },
      search: (now: Record<string, unknown>) => ({ ...now, ...next }),
      replace: true,
    });
  const known = template?.id === id ? template : undefined;
  return (
    <>
      <PageHeader title={known?.name ?? t('title')} crumbs={[{ label: t('title'), to: '/marketplace' }]}>
        {known?.own && <TemplateMenu template={known} />}
        {known && (
          <Button
            variant="primary"
            icon="plus"
            disabled={!mayImport}
            title={mayImport ? undefined : t('mayNot')}
            onClick={() => onSearch({ import: true })}
          >
            {t('importIt')}
          </Button>
        )}
      </PageHeader>
      <main className="frame-body">
        {error && !gone && !known ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <div className="template-page">
            <section className="flex flex-col gap-4 min-w-0" aria-label={t('preview')}>
              {known ? <p className="text-muted max-w-[72ch]">{known.description}</p> : <Skeleton width="70%" height={20} />}
              <Preview
                template={known}
                shown={search.preview ?? known?.preview ?? 'graph'}
                onShown={(preview) => onSearch({ preview })}
                drawing={drawing}
              />
            </section>
            <TemplateFacts template={known} />
          </div>
        )}
      </main>
      {known && search.import && mayImport && (
        <Suspense>
          <ImportDialog template={known} onClose={() => onSearch({ import: undefined })} />
        </Suspense>
      )}
    </>
  );
}

type Shown = 'graph' | 'logs';

interface PreviewProps {
  readonly template: Template | undefined;
  readonly shown: Shown;
  readonly onShown: (shown: Shown) => void;
  readonly drawing: TemplatePageProps['drawing'];
}

function Preview({ template, shown, onShown, drawing }: PreviewProps) {
  const t = useTexts(marketplaceTexts);
  const waiting = (
    <div role="status" aria-label={t('loading')}>
      <Skeleton height={previewSkeletonHeight} />
    </div>
  );
  if (!template) return <div className="template-stage">{waiting}</div>;
  const { logs, name } = template;
  const what = logs === null ? 'graph' : shown;
  return (
    <>
      {logs && (
        <div className="flex">
          <Segmented<Shown>
            label={t('shown')}
            value={what}
            onChange={onShown}
            options={[
              { value: 'graph', label: t('chart'), icon: 'branch' },
              { value: 'logs', label: t('log'), icon: 'list' },
            ]}
          />
        </div>
      )}
      {what === 'logs' && logs ? (
        <TemplateLogs logs={logs} />
      ) : (
        <Card className="template-stage" aria-label={t('chartOf', { name })}>
          <Suspense fallback={waiting}>{drawing(template)}</Suspense>
        </Card>
      )}
      {!logs && <p className="ui-hint">{t('noLogs')}</p>}
    </>
  );
}
