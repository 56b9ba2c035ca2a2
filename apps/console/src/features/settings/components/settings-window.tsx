import { Suspense } from 'react';
import { Link } from '@tanstack/react-router';
import { classNames, DialogClose, FullDialog, Icon, IconButton, initialsOf, Skeleton } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#lib/session/index.ts';
import { pageAt, pagesOf, type SettingsPage } from '../sections.ts';
import { settingsTexts } from '../texts.ts';

const groups = ['account', 'organization', 'tenant', 'installation'] as const;

/** Settings over the page, opened by `section` and `option` of the address. What the role or the tenant does not have is absent. */
export function SettingsWindow({
  section,
  option,
  onClose,
}: {
  readonly section: string;
  readonly option: string | undefined;
  readonly onClose: () => void;
}) {
  const t = useTexts(settingsTexts);
  const session = useSession();
  const pages = pagesOf(session);
  const page = pageAt(session, section, option);
  return (
    <FullDialog open onOpenChange={(open) => !open && onClose()} title={t('title')}>
      <div className="flex flex-1 min-h-0 max-sm:flex-col">
        <nav
          className="w-[220px] flex-none border-r p-2 pt-5 flex flex-col gap-0.5 bg-canvas overflow-auto max-sm:w-auto max-sm:max-h-[35%] max-sm:border-r-0 max-sm:border-b"
          aria-label={t('title')}
        >
          {groups.map((group) => {
            const entries = pages.filter((entry) => entry.group === group);
            return entries.length === 0 ? null : (
              <div key={group} className="mb-3 flex flex-col gap-0.5">
                <h3 className="text-xs text-muted px-2 pb-1">{t(group)}</h3>
                {entries.map((entry) => (
                  <Entry key={entry.option} page={entry} on={entry === page} />
                ))}
              </div>
            );
          })}
          <span className="flex-1" />
          <div className="flex items-center gap-2.5 p-2">
            <span className="frame-tenant">{initialsOf(session.tenant.name)}</span>
            <span className="font-medium truncate">{session.tenant.name}</span>
          </div>
        </nav>
        <div className="flex-1 min-w-0 min-h-0 flex flex-col">
          <header className="flex items-center px-6 max-sm:px-3 pt-4 pb-2">
            <h2 className="text-base font-semibold flex-1">{t(page.word)}</h2>
            <DialogClose asChild>
              <IconButton icon="x" label={t('close')} />
            </DialogClose>
          </header>
          <div className="flex-1 min-h-0 overflow-auto ui-scrolls-clear px-6 max-sm:px-3 pb-6">
            <Suspense key={page.option} fallback={<PanelSkeleton />}>
              <page.Panel />
            </Suspense>
          </div>
        </div>
      </div>
    </FullDialog>
  );
}

function PanelSkeleton() {
  return (
    <div className="flex flex-col gap-3 pt-2" aria-busy>
      <Skeleton width={240} height={32} />
      <Skeleton height={180} />
    </div>
  );
}

function Entry({ page, on }: { readonly page: SettingsPage; readonly on: boolean }) {
  const t = useTexts(settingsTexts);
  return (
    <Link
      to="."
      search={(search) => ({ ...search, section: page.section, option: page.option, item: undefined })}
      replace
      className={classNames('frame-link', on && 'bg-s3 text-text!')}
      activeProps={{}}
      aria-current={on ? 'page' : undefined}
    >
      <Icon name={page.icon} />
      {t(page.word)}
    </Link>
  );
}
