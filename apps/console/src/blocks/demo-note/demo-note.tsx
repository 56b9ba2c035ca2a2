import { Button, Note, toast } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { openDemoTour } from '#lib/demo-tour/demo-tour.ts';
import { useEnterTenant } from '#lib/operations/use-enter-tenant.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useMay, useSession } from '#lib/session/index.ts';
import { demoNoteTexts } from './demo-note-texts.ts';

/** A running example to look at, in an organization of its own: offered where there is nothing yet, entered and removed afterwards. */
export function DemoNote({ offers, tenants }: { readonly offers: boolean; readonly tenants: readonly Tenant[] }) {
  const t = useTexts(demoNoteTexts);
  const { tenant, user } = useSession();
  const mayCreate = useMay('pipeline:create');
  const mayDelete = useMay('pipeline:delete');
  const enter = useEnterTenant();
  const create = useCommand('tenants:createDemo', { onSuccess: ({ tenantId }) => enter.enter(tenantId) });
  const remove = useCommand('tenants:removeDemo', { onSuccess: () => toast({ title: t('demoRemoved') }) });
  if (tenant.demoOf !== undefined) return null;
  const demo = tenants.find(({ demoOf }) => demoOf === tenant.id);
  if (!demo && (!mayCreate || !offers)) return null;
  return (
    <Note tone="accent" icon="play" title={t(demo ? 'demoThere' : 'demoOffer')}>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <span className="flex-1 min-w-56">{t(demo ? 'demoThereText' : 'demoOfferText')}</span>
        {demo ? (
          <>
            <Button size="sm" icon="play" loading={enter.isPending} onClick={() => enter.enter(demo.id)}>
              {t('demoOpen')}
            </Button>
            <Button
              size="sm"
              icon="arrow-right"
              disabled={enter.isPending}
              onClick={() => {
                openDemoTour(user.UID);
                enter.enter(demo.id);
              }}
            >
              {t('demoTour')}
            </Button>
            {mayDelete && (
              <Button size="sm" icon="trash" loading={remove.isPending} onClick={() => remove.mutate({})}>
                {t('demoRemove')}
              </Button>
            )}
          </>
        ) : (
          <Button size="sm" icon="plus" loading={create.isPending || enter.isPending} onClick={() => create.mutate({})}>
            {t('demoAdd')}
          </Button>
        )}
      </span>
    </Note>
  );
}
