import { lazy, Suspense, useEffect, useState } from 'react';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button, classNames, Icon, Skeleton } from '@acequia/ui';
import { namedRoots, rootNamed } from '@acequia/component-sdk/definition';
import { startSources, type Listener, type StartSetup, type StartSource } from '@acequia/contract';
import { PageHeader } from '#blocks/page/page-header.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useSession } from '#lib/session/index.ts';
import { portsOf } from '../model/ports-of.ts';
import { forgetSetup, keepSetup, keptSetup } from '../model/kept-setup.ts';
import { getStartedTexts } from '../texts.ts';
import { Arrived } from './arrived.tsx';
import { ChooseSource } from './choose-source.tsx';
import { SendFirst } from './send-first.tsx';
import { SetupPath } from './setup-path.tsx';
import { useFirstEvent } from './use-first-event.ts';
import './get-started.css';

const DemoNote = lazy(() => import('#blocks/demo-note/demo-note.tsx').then((module) => ({ default: module.DemoNote })));

const steps = ['choose', 'send', 'arrive'] as const;
type Step = (typeof steps)[number];

/** From the owner's account to the first delivered event. `source`: what was set up, while it waits or has arrived. */
export function GetStartedPage({ source }: { readonly source: string | undefined }) {
  const t = useTexts(getStartedTexts);
  const navigate = useNavigate();
  const { tenant } = useSession();
  const known = startSources.find((each) => each === source);
  const [chosen, setChosen] = useState<StartSource>(known ?? 'http');
  const [setup, setSetup] = useState(() => known && keptSetup(tenant.id, known));
  const shown = setup && setup.source === known ? setup : undefined;
  const { data: tenants } = useOperation('tenants:list', {});
  const hasDemo = tenants?.some(({ demoOf }) => demoOf === tenant.id);
  const take = (made: StartSetup) => {
    setSetup(keepSetup(tenant.id, made));
    void navigate({ to: '/get-started', search: { source: made.source } });
  };
  const startOver = () => {
    if (shown) forgetSetup(tenant.id, shown.source);
    setSetup(undefined);
  };
  return (
    <>
      <PageHeader title={t('title')}>
        <Button asChild variant="ghost">
          <Link to="/home">{t(shown ? 'goHome' : 'skip')}</Link>
        </Button>
      </PageHeader>
      <main className="frame-body">
        <div className="start-body">
          {shown ? (
            <Running setup={shown} onSetUp={take} onGone={startOver} />
          ) : (
            <>
              {hasDemo && (
                <Suspense>
                  <div className="mb-6">
                    <DemoNote offers={false} tenants={tenants ?? []} />
                  </div>
                </Suspense>
              )}
              <Steps at="choose" />
              <ChooseSource chosen={chosen} onChoose={setChosen} onSetUp={take} />
            </>
          )}
        </div>
      </main>
    </>
  );
}

/** Of what was set up: asks for its listener until it is there. */
function Running({
  setup,
  onSetUp,
  onGone,
}: {
  readonly setup: StartSetup;
  readonly onSetUp: (setup: StartSetup) => void;
  readonly onGone: () => void;
}) {
  const { data: listener, error } = useOperation('listeners:find', { id: setup.listenerId }, { refetchMs: 1000 });
  const gone = error?.code === 'WEB-00026';
  useEffect(() => {
    if (gone) onGone();
  }, [gone, onGone]);
  if (!listener) return <Skeleton height={420} />;
  return <Watched setup={setup} listener={listener} onSetUp={onSetUp} />;
}

function Watched({
  setup,
  listener,
  onSetUp,
}: {
  readonly setup: StartSetup;
  readonly listener: Listener;
  readonly onSetUp: (setup: StartSetup) => void;
}) {
  const t = useTexts(getStartedTexts);
  const { tenant } = useSession();
  const { event, delivered } = useFirstEvent(setup);
  const { data: pipeline } = useOperation('pipelines:find', { id: setup.pipelineId }, { refetchMs: 1000 });
  const runs = pipeline !== undefined && pipeline.runningVersion !== null && pipeline.start === null;
  const { data: datasink } = useOperation('datasinks:find', { id: setup.datasinkId });
  const { data: clusters } = useOperation('clusters:list', {});
  const { root, path } = setup.file;
  const roots = namedRoots(clusters?.find(({ id }) => id === listener.clusterId)?.fileRoots ?? []);
  const folder = rootNamed(roots, root) ?? root;
  const file = folder.startsWith('/') ? `${folder}/${tenant.id}/${path}` : `${folder}/${path}`;
  const ports = portsOf(listener);
  const [followed] = (listener.config['include'] as readonly string[] | undefined) ?? [];
  const place = ports.length > 0 ? t('port', { count: ports.length, ports: ports.join(', ') }) : (followed ?? listener.name);
  const way = (
    <SetupPath
      source={setup.source}
      place={place}
      file={path}
      flowing={delivered > 0}
      names={pipeline && datasink && { pipeline: pipeline.name, datasink: datasink.name }}
    />
  );
  return (
    <>
      <Steps at={event ? 'arrive' : 'send'} done={event !== undefined && delivered > 0} />
      {event ? (
        <Arrived setup={setup} event={event} delivered={delivered} file={file} path={way} />
      ) : (
        <>
          <SendFirst setup={setup} listener={listener} runs={runs} onSetUp={onSetUp} />
          <h3 className="ui-hint mt-5 mb-2">{t(runs && listener.state === 'created' ? 'running' : 'isSetUp')}</h3>
          {way}
        </>
      )}
    </>
  );
}

function Steps({ at, done = false }: { readonly at: Step; readonly done?: boolean }) {
  const t = useTexts(getStartedTexts);
  const index = steps.indexOf(at);
  return (
    <ol className="start-steps">
      {steps.map((step, position) => {
        const passed = position < index || (done && position === index);
        return (
          <li key={step} className={classNames(passed && 'start-passed')} aria-current={position === index ? 'step' : undefined}>
            <span className="start-number">{passed ? <Icon name="check" size={12} /> : position + 1}</span>
            {t(step)}
          </li>
        );
      })}
    </ol>
  );
}
