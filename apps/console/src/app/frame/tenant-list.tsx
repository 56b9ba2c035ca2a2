import { useState } from 'react';
import { Button, Icon, IconButton, initialsOf, SearchInput, Skeleton } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { openDemoTour } from '#lib/demo-tour/demo-tour.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { tenantTexts } from './tenant-texts.ts';
import type { ChangeTenant } from './use-change-tenant.ts';
import { useDefaultTenant } from './use-default-tenant.ts';

/** The tenants of the user, to go on in another or to choose where logins begin. */
export function TenantList({ changing, onTour }: { readonly changing: ChangeTenant; readonly onTour: () => void }) {
  const t = useTexts(tenantTexts);
  const { data: tenants } = useOperation('tenants:list', {});
  const { tenant, user } = useSession();
  const [q, setQ] = useState('');
  if (!tenants)
    return (
      <div className="w-[300px] flex flex-col gap-2" aria-busy>
        <Skeleton height={32} />
        <Skeleton height={44} />
      </div>
    );
  const wanted = q.trim().toLocaleLowerCase();
  const shown = tenants
    .filter(({ name, slug }) => name.toLocaleLowerCase().includes(wanted) || slug.includes(wanted))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div className="w-[300px] flex flex-col gap-2">
      <h2 className="text-xs text-muted">{t('title')}</h2>
      <SearchInput value={q} onChange={setQ} aria-label={t('search')} placeholder={t('search')} />
      {shown.length === 0 && <p className="ui-hint py-2">{t('nothing')}</p>}
      <ul className="flex flex-col gap-0.5 max-h-[320px] overflow-auto">
        {shown.map((tenant) => (
          <TenantEntry key={tenant.id} tenant={tenant} demoOf={tenants.find(({ id }) => id === tenant.demoOf)?.name} changing={changing} />
        ))}
      </ul>
      {tenant.demoOf !== undefined && (
        <Button
          size="sm"
          icon="play"
          onClick={() => {
            openDemoTour(user.UID);
            onTour();
          }}
        >
          {t('demoTour')}
        </Button>
      )}
    </div>
  );
}

function TenantEntry({
  tenant,
  demoOf,
  changing,
}: {
  readonly tenant: Tenant;
  /** Of which organization it is the demo: its own name in addresses is a number. */
  readonly demoOf: string | undefined;
  readonly changing: ChangeTenant;
}) {
  const t = useTexts(tenantTexts);
  const session = useSession();
  const here = tenant.id === session.tenant.id;
  const makeDefault = useDefaultTenant();
  const { name, slug, members } = tenant;
  return (
    <li className="flex items-center gap-1">
      <button
        type="button"
        className="frame-tenant-entry"
        aria-current={here ? 'true' : undefined}
        disabled={changing.pending}
        onClick={() => !here && changing.change(tenant.id)}
      >
        <span className="frame-tenant" aria-hidden>
          {initialsOf(name)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium truncate">{name}</span>
          <span className="ui-hint block truncate">
            {tenant.demoOf === undefined
              ? `${slug} · ${t('members', { count: members })}`
              : demoOf === undefined
                ? t('demo')
                : t('demoOf', { name: demoOf })}
          </span>
        </span>
        {here && <Icon name="check" size={14} label={t('current')} />}
      </button>
      {tenant.default ? (
        <span className="ui-count" title={t('defaultHint')}>
          {t('default')}
        </span>
      ) : (
        <IconButton icon="home" size="sm" label={t('makeDefault', { name })} onClick={() => makeDefault(tenant.id)} />
      )}
    </li>
  );
}
