import { useId, useState } from 'react';
import { Button, Dialog, Note, Tabs, toast } from '@acequia/ui';
import type { SsoProvider, SsoState } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { useSession } from '#lib/session/index.ts';
import { OpenIdTab } from './openid-tab.tsx';
import { SamlTab } from './saml-tab.tsx';
import { ssoTexts } from './texts.ts';

const panels = { openid: OpenIdTab, saml: SamlTab };

/** The provider of the tenant, by one of the two protocols; saving turns it on. */
export function SsoDialog({ state, onClose }: { readonly state: SsoState; readonly onClose: () => void }) {
  const t = useTexts(ssoTexts);
  const { user } = useSession();
  const formId = useId();
  const [shown, setShown] = useState<SsoProvider>(state === 'saml' ? 'saml' : 'openid');
  const [pending, setPending] = useState(false);
  const saved = () => {
    toast({ title: t('saved'), tone: 'success' });
    onClose();
  };
  const content = (provider: SsoProvider) => {
    const Panel = panels[provider];
    return (
      <div className="pt-4 flex flex-col gap-4">
        {state !== 'unconfigured' && state !== provider && <Note tone="warning">{t('replaces')}</Note>}
        {!user.AccessMap.Roles.includes('owner') && <Note>{t('adminNote')}</Note>}
        <Panel formId={`${formId}-${provider}`} onPending={setPending} onSaved={saved} />
      </div>
    );
  };
  return (
    <Dialog
      open
      size="lg"
      onOpenChange={(open) => !open && onClose()}
      title={t('dialogTitle')}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={`${formId}-${shown}`} loading={pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Tabs<SsoProvider>
        label={t('protocol')}
        value={shown}
        onChange={setShown}
        tabs={(['openid', 'saml'] as const).map((provider) => ({ value: provider, label: t(provider), content: content(provider) }))}
      />
    </Dialog>
  );
}
