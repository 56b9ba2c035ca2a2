import { lazy, Suspense, useState } from 'react';
import { initialsOf, Popover } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { useSession } from '#lib/session/index.ts';
import { tenantTexts } from './tenant-texts.ts';
import { useChangeTenant } from './use-change-tenant.ts';

const TenantList = lazy(() => import('./tenant-list.tsx').then((module) => ({ default: module.TenantList })));
const MfaDialog = lazy(() => import('#blocks/mfa/mfa-dialog.tsx').then((module) => ({ default: module.MfaDialog })));

/** The tenant of the session; opens those of the user, to go on in another or to choose where logins begin. */
export function TenantMenu() {
  const t = useTexts(tenantTexts);
  const { tenant, user } = useSession();
  const [open, setOpen] = useState(false);
  const changing = useChangeTenant();
  const { needed, change, giveUp } = changing;
  const label = t('tenant', { name: tenant.name });
  return (
    <>
      <Popover
        open={open && needed === undefined}
        onOpenChange={setOpen}
        label={t('title')}
        trigger={
          <button type="button" className="frame-tenant" title={tenant.name} aria-label={`${initialsOf(tenant.name)}, ${label}`}>
            {initialsOf(tenant.name)}
          </button>
        }
      >
        <Suspense fallback={<div className="w-[300px] h-24" aria-busy />}>
          <TenantList changing={changing} onTour={() => setOpen(false)} />
        </Suspense>
      </Popover>
      {needed !== undefined && (
        <Suspense>
          <MfaDialog
            variant="changeTenant"
            email={user.Email}
            call={callOperation}
            onActivated={() => change(needed)}
            onFail={(error) => failureToast(t('changeFailed'), error)}
            onClose={giveUp}
          />
        </Suspense>
      )}
    </>
  );
}
