import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Button, Card, classNames, Icon, Skeleton, Spinner, toneClass, type Tone } from '@acequia/ui';
import type { Listener, StartSetup } from '@acequia/contract';
import { keepToken } from '#blocks/secret-picker/new-token.ts';
import { CommandCard } from '#blocks/send-commands/command-card.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { portsOf } from '../model/ports-of.ts';
import { getStartedTexts } from '../texts.ts';

const openOnlyHere: readonly unknown[] = ['localhost', '127.0.0.1', '::1'];

/** A file that is there and has lines is read sooner. */
const fileDoubtAfterS = 8;

interface SendProps {
  readonly setup: StartSetup;
  readonly listener: Listener;
  /** Whether a worker runs the pipeline: what comes before is not delivered by itself. */
  readonly runs: boolean;
  readonly onSetUp: (setup: StartSetup) => void;
}

/** What to paste where the events come from, and what is known while nothing has arrived. */
export function SendFirst(props: SendProps) {
  const t = useTexts(getStartedTexts);
  const { source } = props.setup;
  const sends = source !== 'file' && source !== 'sample';
  return (
    <>
      <h2 className="start-title">{t(sends ? 'sendTitle' : source === 'file' ? 'fileTitle' : 'comesTitle')}</h2>
      <p className="text-muted mt-1 mb-5">{t(sends ? 'sendText' : `${source}Comes`)}</p>
      {sends && (
        <Suspense fallback={<Skeleton height={180} />}>
          <Commands {...props} />
        </Suspense>
      )}
      <Waiting {...props} />
    </>
  );
}

function Commands({ setup, listener, onSetUp }: SendProps) {
  const t = useTexts(getStartedTexts);
  const renew = useCommand('getStarted:setUp', { onSuccess: onSetUp });
  const [{ token: secretId = '' } = {}] = (listener.config['tokens'] ?? []) as readonly { readonly token?: string }[];
  // The page of the listener shows it too, while this tab is open.
  useEffect(() => {
    if (setup.token !== null && secretId !== '') keepToken(secretId, setup.token);
  }, [setup.token, secretId]);
  return (
    <CommandCard
      listener={listener}
      token={setup.token}
      renew={
        <Button
          variant="primary"
          icon="key"
          loading={renew.isPending}
          onClick={() => renew.mutate({ source: setup.source, newToken: true })}
        >
          {t('newToken')}
        </Button>
      }
    />
  );
}

/** Facts only: whether the port is open, who was refused, how long it has waited. */
function Waiting({ setup, listener, runs, onSetUp }: SendProps) {
  const t = useTexts(getStartedTexts);
  const reasonText = useReasonText();
  const seconds = useSeconds();
  const { mutate: move } = useCommand('getStarted:setUp', { onSuccess: onSetUp });
  const { state, reason, config } = listener;
  const ports = portsOf(listener);
  const open = state === 'created' && runs;
  const blocked = state === 'error' && reason?.code === 'PORT_IN_USE' ? listener.revision : undefined;
  // Another program has the port: the next free one is taken, once for each that turns out to be in use.
  useEffect(() => {
    if (blocked !== undefined) move({ source: setup.source });
  }, [blocked, move, setup.source]);
  return (
    <Card className="mt-3">
      <div className="flex items-center gap-3 h-12 px-4">
        <span className="start-ping" data-on={open} aria-hidden />
        <h3 className="text-base font-semibold" role="status">
          {t('waiting')}
        </h3>
        <span className="flex-1" />
        <span className="ui-num text-muted" aria-hidden>
          {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`}
        </span>
      </div>
      {state !== 'error' && !open && (
        <p className="start-fact">
          <Spinner size={14} />
          {t('opening')}
        </p>
      )}
      {open && (
        <Fact tone="success" icon="check">
          {ports.length === 0
            ? t(setup.source === 'file' ? 'following' : 'generating', { path: pathOf(listener) })
            : t(openOnlyHere.includes(config['bind']) ? 'openHere' : 'open', { count: ports.length, ports: ports.join(', ') })}
        </Fact>
      )}
      {open && setup.source === 'file' && seconds >= fileDoubtAfterS && (
        <Fact tone="warning" icon="warning">
          <span role="alert">{t('fileDoubt')}</span>
        </Fact>
      )}
      {blocked !== undefined && (
        <p className="start-fact">
          <Spinner size={14} />
          {t('otherPort')}
        </p>
      )}
      {reason && blocked === undefined && (
        <Fact tone={state === 'error' ? 'danger' : 'warning'} icon={state === 'error' ? 'error' : 'warning'}>
          <span role="alert">{reasonText(reason)}</span>
        </Fact>
      )}
    </Card>
  );
}

const pathOf = ({ config }: Listener): string => String((config['include'] as readonly string[] | undefined)?.[0] ?? '');

function Fact({
  tone,
  icon,
  children,
}: {
  readonly tone: Tone;
  readonly icon: 'check' | 'warning' | 'error';
  readonly children: ReactNode;
}) {
  return (
    <div className={classNames('start-fact', toneClass(tone))}>
      <Icon name={icon} size={14} />
      {children}
    </div>
  );
}

/** Since it is shown. */
function useSeconds(): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  return seconds;
}
