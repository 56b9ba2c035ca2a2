import { useEffect, useRef, useState } from 'react';
import { Button, Note } from '@acequia/ui';
import { ssoProviders } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { callOperation } from '#lib/operations/call.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { OperationError, toOperationError } from '#lib/operations/operation-error.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { openProofWindow, type ProofWindow } from '#lib/proof-window/proof-window.ts';
import { useSession } from '#lib/session/index.ts';
import { mfaTexts } from './texts.ts';

/** Where the tenant logs in with an identity provider, that one proves again who one is: in a window of its own, so nothing typed here is lost. */
export function ProviderProof({ onDone, primary = false }: { readonly onDone: () => void; readonly primary?: boolean }) {
  const t = useTexts(mfaTexts);
  const { tenant } = useSession();
  const { data } = useOperation('tenants:find', { id: tenant.id });
  const [waiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<string>();
  const proof = useRef<ProofWindow>(undefined);
  useEffect(() => () => proof.current?.forget(), []);
  const setting = data?.settings.find(({ settingType }) => settingType === 'SSO');
  const provider = ssoProviders.find((each) => setting?.settingType === 'SSO' && setting.value.state === each);
  if (provider === undefined) return null;
  const fail = (error: OperationError) => {
    setWaiting(false);
    setFault(error.code === 'WEB-11011' ? t('mismatch') : describeError(error).text);
  };
  const end = (outcome: string) => (outcome === 'done' ? onDone() : fail(new OperationError(outcome)));
  const begin = async () => {
    proof.current?.forget();
    const opened = openProofWindow(end);
    proof.current = opened;
    setFault(opened ? undefined : t('windowRefused'));
    setWaiting(opened !== undefined);
    if (!opened) return;
    try {
      const { path } = await callOperation('auth:reauthenticateWithProvider', {
        provider,
        tenantSlug: tenant.slug,
        target: opened.target,
      });
      opened.go(path);
    } catch (caught) {
      opened.close();
      fail(toOperationError(caught));
    }
  };
  return (
    <div className="flex flex-col gap-3 mt-3">
      <Button variant={primary ? 'primary' : 'ghost'} className="w-full" onClick={() => void begin()}>
        {t(waiting ? 'providerAgain' : 'withProvider')}
      </Button>
      <div aria-live="polite">
        {waiting && <p className="text-sm text-muted">{t('providerWaiting')}</p>}
        {fault !== undefined && <Note tone="danger">{fault}</Note>}
      </div>
    </div>
  );
}
