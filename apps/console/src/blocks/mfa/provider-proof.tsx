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

/**
 * Where the tenant logs in with an identity provider, that provider confirms again who the user is: in a separate window, so nothing typed
 * here is lost. First for a session that began there: it ends with its provider, so the session itself names the provider.
 */
export function ProviderProof({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(mfaTexts);
  const { tenant, via } = useSession();
  const first = via !== 'password';
  const { data } = useOperation('tenants:find', { id: tenant.id }, { enabled: !first });
  const [waiting, setWaiting] = useState(false);
  const [fault, setFault] = useState<string>();
  const proof = useRef<ProofWindow>(undefined);
  useEffect(() => () => proof.current?.forget(), []);
  const setting = data?.settings.find(({ settingType }) => settingType === 'SSO');
  const configured = ssoProviders.find((each) => setting?.settingType === 'SSO' && setting.value.state === each);
  const provider = first ? via : configured;
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
    <div className={first ? 'flex flex-col gap-3 mb-4' : 'flex flex-col gap-3 mt-3'}>
      {first && <p className="text-muted">{t('proveAtProvider')}</p>}
      <Button
        variant={first ? 'primary' : 'ghost'}
        className="w-full"
        {...(first ? { 'data-focus-first': true } : {})}
        onClick={() => void begin()}
      >
        {t(waiting ? 'providerAgain' : first ? 'continueWithProvider' : 'withProvider')}
      </Button>
      <div aria-live="polite">
        {waiting && <p className="text-sm text-muted">{t('providerWaiting')}</p>}
        {fault !== undefined && <Note tone="danger">{fault}</Note>}
      </div>
    </div>
  );
}
