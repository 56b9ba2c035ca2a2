import { lazy, Suspense, useEffect, useState } from 'react';
import { Button, Message, Skeleton } from '@acequia/ui';
import type { Session } from '@acequia/contract';
import type { LoginStep } from '@acequia/domain';
import { useTexts } from '#i18n/use-texts.ts';
import { afterPaint } from '#lib/after-paint/after-paint.ts';
import { callEntrance } from '#lib/operations/call-entrance.ts';
import { useTitle } from '#lib/title/use-title.ts';
import { EntranceLayout } from './layout.tsx';
import { LoginForm } from './login-form.tsx';
import { noticeOf } from './login-notice.ts';
import { setupCodeOf, targetOf } from './target.ts';
import { TotpStep } from './totp-step.tsx';
import { entranceTexts } from './texts.ts';

type State = 'asking' | 'login' | 'owner' | 'unreachable' | 'sso' | LoginStep;

const OwnerForm = lazy(() => import('./owner-form.tsx').then((module) => ({ default: module.OwnerForm })));
const SsoStep = lazy(() => import('./sso-step.tsx').then((module) => ({ default: module.SsoStep })));
const ActivationStep = lazy(() => import('./activation-step.tsx').then((module) => ({ default: module.ActivationStep })));

/** Login, or on a new installation the owner's account. */
export function LoginPage() {
  const t = useTexts(entranceTexts);
  const [state, setState] = useState<State>('asking');
  const [setupCode] = useState(() => setupCodeOf(window.location.hash));
  const search = new URLSearchParams(window.location.search);
  useTitle(state === 'owner' ? t('ownerTitle') : t('title'));
  useEffect(() => {
    if (state !== 'asking') return;
    const gone = new AbortController();
    callEntrance('auth:status', {}, gone.signal).then(
      ({ ownerExists, step }) => {
        // The code of the link is still good until there is an owner: a reload finds it again.
        if (ownerExists && window.location.hash !== '') window.history.replaceState(null, '', `/login${window.location.search}`);
        setState(ownerExists ? (step ?? (new URLSearchParams(window.location.search).has('sso') ? 'sso' : 'login')) : 'owner');
      },
      () => !gone.signal.aborted && setState('unreachable'),
    );
    return () => gone.abort();
  }, [state]);
  useEffect(() => {
    if (state === 'asking' || state === 'unreachable') return;
    return afterPaint(() => void import('../console.tsx'));
  }, [state]);
  const enter = () => window.location.assign(targetOf(search.get('next')));
  const begin = () => {
    const target = targetOf(search.get('next'));
    window.location.assign(target === '/home' ? '/get-started' : target);
  };
  const goOn = ({ step }: Session) => (step === null ? enter() : setState(step));
  const leave = () => void callEntrance('auth:removeToken', {}).finally(() => setState('login'));
  return (
    <EntranceLayout>
      {state === 'asking' && (
        <div role="status" className="flex flex-col gap-4" aria-busy aria-label={t('checking')}>
          <Skeleton width={140} height={28} />
          <Skeleton height={40} className="mt-6" />
          <Skeleton height={40} />
          <Skeleton height={40} />
        </div>
      )}
      {state === 'unreachable' && (
        <Message
          as="h1"
          drawing="error"
          title={t('unreachable')}
          actions={
            <Button variant="primary" onClick={() => setState('asking')}>
              {t('retry')}
            </Button>
          }
        />
      )}
      {state === 'login' && <LoginForm notice={noticeOf(search.get('reason'))} onSession={goOn} onSso={() => setState('sso')} />}
      <Suspense>
        {state === 'sso' && (
          <SsoStep
            slug={search.get('sso') ?? ''}
            reason={search.has('sso') ? search.get('reason') : null}
            denial={search.get('denial')}
            target={targetOf(search.get('next'))}
            onLeave={() => setState('login')}
          />
        )}
        {state === 'totp' && <TotpStep onDone={enter} onLeave={leave} />}
        {state === 'activation' && <ActivationStep onDone={enter} onLeave={leave} />}
        {state === 'owner' && <OwnerForm setupCode={setupCode} onSession={begin} />}
      </Suspense>
    </EntranceLayout>
  );
}
