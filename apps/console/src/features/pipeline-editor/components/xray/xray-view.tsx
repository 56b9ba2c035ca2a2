import type { OperationOutput } from '@acequia/contract';
import { Button, CopyButton, Message, Pairs, Skeleton } from '@acequia/ui';
import { useFormat } from '#lib/format/index.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useTexts, type Translate } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';
import { useStepName } from './use-step-name.ts';
import { XrayStep } from './xray-step.tsx';

type Xray = OperationOutput<'pipelines:xray'>;

/** Each step one event took, with what it read and wrote; first where its bytes came from. */
export function XrayView({
  pipelineId,
  version,
  eventId,
  receivedMs,
}: {
  readonly pipelineId: string;
  readonly version: string;
  readonly eventId: string;
  readonly receivedMs: number;
}) {
  const t = useTexts(editorTexts);
  const stepName = useStepName();
  const reasonText = useReasonText();
  const { data, error, refetch } = useOperation('pipelines:xray', { id: pipelineId, version, eventId, receivedMs });
  if (error)
    return (
      <Message drawing="error" title={t('xrayAway')} actions={<Button onClick={() => void refetch()}>{t('tryAgain')}</Button>}>
        {t('xrayAwayWhy')}
      </Message>
    );
  if (!data)
    return (
      <div className="flex flex-col gap-3" aria-busy aria-label={t('xrayWaiting')}>
        <Skeleton height={72} />
        <Skeleton height={96} />
        <Skeleton height={96} />
      </div>
    );
  const fault = data.result.faults.find(({ code }) => code !== 'EVENT_GONE');
  if (!data.result.origin && fault)
    return (
      <Message drawing="error" title={t('xrayAway')} actions={<Button onClick={() => void refetch()}>{t('tryAgain')}</Button>}>
        {reasonText({ code: fault.code, fields: {} })}
      </Message>
    );
  if (!data.result.origin)
    return (
      <Message drawing="empty" title={t('xrayGone')}>
        {t('xrayGoneWhy')}
      </Message>
    );
  const nodeOf = (id: string) => data.document.nodes.find((node) => node.id === id);
  const nameOf = (id: string) => {
    const node = nodeOf(id);
    return node ? stepName(node) : id;
  };
  return (
    <div className="flex flex-col gap-4">
      <Origin origin={data.result.origin} eventId={eventId} />
      {data.result.traces.map((trace, index) => (
        <ol key={index}>
          {trace.madeBy !== undefined && <li className="ui-label">{t('xrayMade', { step: nameOf(trace.madeBy) })}</li>}
          {trace.steps.map((step, place) => (
            <XrayStep
              key={place}
              step={step}
              node={nodeOf(step.node)}
              lookup={data.result.lookups?.find(({ node }) => node === step.node)}
            />
          ))}
        </ol>
      ))}
    </div>
  );
}

function Origin({ origin, eventId }: { readonly origin: NonNullable<Xray['result']['origin']>; readonly eventId: string }) {
  const t = useTexts(editorTexts);
  const format = useFormat();
  const { block, frame, receivedMs, transport, sourceIp, sourcePort, bytes, position, attributes } = origin;
  const from = sourceIp === undefined ? '' : ` · ${sourceIp}${sourcePort === undefined ? '' : `:${sourcePort}`}`;
  return (
    <section className="rounded-md border p-3 flex flex-col gap-2" aria-label={t('xrayOrigin')}>
      <h3 className="ui-label">{t('xrayOrigin')}</h3>
      <Pairs
        pairs={[
          [t('xrayReceived'), format.exactly(receivedMs)],
          [t('xrayTransport'), `${wayWords(t, transport)}${from}`],
          [t('xrayPlace'), t('xrayBlock', { block: format.number(block), frame: format.number(frame) })],
          [t('xrayBytes'), format.number(bytes)],
          ...(position === undefined ? [] : [[t('xrayPosition'), format.number(position)] as const]),
          ...Object.entries(attributes).map(
            ([name, value]) =>
              [
                <code key={name}>{name}</code>,
                <span key={name} className="ui-mono break-all">
                  {value}
                </span>,
              ] as const,
          ),
          [
            'id',
            <span key="id" className="ui-mono break-all">
              {eventId} <CopyButton text={eventId} what="id" />
            </span>,
          ],
        ]}
      />
    </section>
  );
}

const ways = ['udp', 'tcp', 'tls', 'http', 'https', 'grpc', 'file', 'pull', 'internal'] as const;

function wayWords(t: Translate<`xrayBy.${(typeof ways)[number]}`>, transport: string): string {
  const way = ways.find((each) => each === transport);
  return way ? t(`xrayBy.${way}`) : transport;
}
