import { useState } from 'react';
import { Button, CopyButton, Status, Tooltip } from '@acequia/ui';
import type { Tenant } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { isMfaRequired } from '../use-tenant-mfa.ts';
import { ResetSso } from './reset-sso.tsx';
import { SsoDialog } from './sso-dialog.tsx';
import { ssoStateOf } from './sso-state.ts';
import { ssoTexts } from './texts.ts';

const words = { unconfigured: 'off', openid: 'openidOn', saml: 'samlOn' } as const;

/** Whether members log in with an identity provider, and which. */
export function TenantSso({ tenant }: { readonly tenant: Tenant }) {
  const t = useTexts(ssoTexts);
  const [open, setOpen] = useState<'configure' | 'reset'>();
  const state = ssoStateOf(tenant);
  const on = state !== 'unconfigured';
  const blocked = isMfaRequired(tenant);
  const address = `${window.location.origin}/sso/${tenant.slug}`;
  const close = () => setOpen(undefined);
  return (
    <section aria-label={t('title')} className="rounded-md border p-4 flex flex-col gap-3">
      <div className="flex items-start gap-6">
        <div className="flex-1 min-w-0">
          <h3 className="font-medium">{t('title')}</h3>
          <p className="ui-hint">{t('hint')}</p>
        </div>
        <Status tone={on ? 'success' : 'neutral'} shape={on ? 'dot' : 'ring'}>
          {t(words[state])}
        </Status>
      </div>
      {on && (
        <div className="flex items-center gap-3 rounded-md border bg-s2 px-3 py-1.5">
          <span className="text-muted">{t('address')}</span>
          <span className="ui-mono text-xs flex-1 min-w-0 wrap-anywhere">{address}</span>
          <CopyButton text={address} what="url" label={t('copyNamed', { name: t('home') })} />
        </div>
      )}
      <div className="flex gap-2">
        <Tooltip text={blocked ? t('blockedByMfa') : undefined} side="bottom">
          {/* A blocked button takes no focus; what is around it does, and tells why. */}
          <span {...(blocked ? { tabIndex: 0, role: 'group', 'aria-label': t('blockedByMfa') } : {})}>
            <Button disabled={blocked} onClick={() => setOpen('configure')}>
              {t(on ? 'change' : 'configure')}
            </Button>
          </span>
        </Tooltip>
        {on && (
          <Button variant="ghost" onClick={() => setOpen('reset')}>
            {t('reset')}
          </Button>
        )}
      </div>
      {open === 'configure' && <SsoDialog state={state} onClose={close} />}
      {open === 'reset' && on && <ResetSso provider={state} onClose={close} />}
    </section>
  );
}
