import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { parseConfig } from '@acequia/component-sdk/definition';
import { Button, Card, classNames, copyText, Icon, Segmented, Skeleton, Spinner, toneClass, type Tone } from '@acequia/ui';
import type { Listener, StartSetup } from '@acequia/contract';
import { useDefinition } from '#blocks/components/use-definition.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { portsOf } from '../model/ports-of.ts';
import { getStartedTexts } from '../texts.ts';

const thisMachine = '127.0.0.1';
const isHere = (host: string): boolean => ['', 'localhost', '127.0.0.1', '::1', '0.0.0.0'].includes(host);

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
      <h2 className="start-title">{t(sends ? 'sendTitle' : 'comesTitle')}</h2>
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
  const definition = useDefinition('listener', listener.component);
  const { data: clusters } = useOperation('clusters:list', {});
  const renew = useCommand('getStarted:setUp', { onSuccess: onSetUp });
  const given = clusters?.find(({ id }) => id === listener.clusterId)?.host ?? '';
  const other = isHere(given) ? window.location.hostname : given;
  const [from, setFrom] = useState<'here' | 'there'>(isHere(window.location.hostname) ? 'here' : 'there');
  const [tab, setTab] = useState(0);
  const [copied, setCopied] = useState<'copied' | 'failed'>();
  const parsed = definition && parseConfig(definition.config, listener.config);
  const host = from === 'here' || isHere(other) ? thisMachine : other;
  const commands = definition && parsed?.ok ? oneOfEach(definition.sendCommands(parsed.value, host)) : [];
  const chosen = commands[tab] ?? commands[0];
  if (!chosen) return null;
  const needsToken = chosen.command.includes('<tokens.0.token>');
  const hidden = needsToken && setup.token === null;
  const text = chosen.command.replaceAll('<tokens.0.token>', setup.token ?? '…');
  const copy = () =>
    copyText(text).then(
      () => setCopied('copied'),
      () => setCopied('failed'),
    );
  return (
    <Card className="overflow-hidden">
      <div className="ui-tabs px-4 overflow-x-auto" role="tablist" aria-label={t('tools')}>
        {commands.map(({ tool }, index) => (
          <button
            key={tool}
            type="button"
            role="tab"
            className="ui-tab whitespace-nowrap"
            aria-selected={tool === chosen.tool}
            data-state={tool === chosen.tool ? 'active' : 'inactive'}
            onClick={() => {
              setTab(index);
              setCopied(undefined);
            }}
          >
            {tool}
          </button>
        ))}
      </div>
      <pre className="start-code" aria-label={chosen.tool}>
        {text}
      </pre>
      <div className="flex flex-wrap items-center gap-2 py-2 pl-4 pr-3 border-t">
        {!isHere(other) && (
          <>
            <span className="text-xs text-muted">{t('sendFrom')}</span>
            <Segmented
              label={t('sendFrom')}
              value={from}
              onChange={setFrom}
              options={[
                { value: 'here', label: t('here') },
                { value: 'there', label: t('there') },
              ]}
            />
          </>
        )}
        <span className="flex-1" />
        <span className="text-xs text-muted" role="status">
          {copied === undefined ? (needsToken ? t(hidden ? 'tokenHidden' : 'withToken') : '') : t(copied)}
        </span>
        {hidden ? (
          <Button
            variant="primary"
            icon="key"
            loading={renew.isPending}
            onClick={() => renew.mutate({ source: setup.source, newToken: true })}
          >
            {t('newToken')}
          </Button>
        ) : (
          <Button variant="primary" icon={copied === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
            {t('copyCommand')}
          </Button>
        )}
      </div>
    </Card>
  );
}

/** One command of each tool. */
function oneOfEach(commands: readonly { readonly tool: string; readonly command: string }[]) {
  return commands.filter(({ tool }, index) => commands.findIndex((each) => each.tool === tool) === index);
}

/** Facts only: whether the port is open, who was refused, how long it has waited. */
function Waiting({ setup, listener, runs, onSetUp }: SendProps) {
  const t = useTexts(getStartedTexts);
  const reasonText = useReasonText();
  const seconds = useSeconds();
  const { mutate: move } = useCommand('getStarted:setUp', { onSuccess: onSetUp });
  const { state, reason, config } = listener;
  const ports = portsOf(listener);
  const bind = typeof config['bind'] === 'string' ? config['bind'] : '0.0.0.0';
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
            : t(isHere(bind) && bind !== '0.0.0.0' ? 'openHere' : 'open', { count: ports.length, ports: ports.join(', ') })}
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
