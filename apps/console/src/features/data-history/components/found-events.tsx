import { Button, CopyCode, Note } from '@acequia/ui';
import type { HeldEvent } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import type { Found } from '../model/search-pages.ts';
import { dataHistoryTexts } from '../texts.ts';

/** What a search found, how far it came, and why it ended there. */
export function FoundEvents({
  found,
  running,
  error,
  onOpen,
  onGoOn,
}: {
  readonly found: Found;
  readonly running: boolean;
  readonly error: OperationError | undefined;
  readonly onOpen: (event: HeldEvent) => void;
  readonly onGoOn: () => void;
}) {
  const t = useTexts(dataHistoryTexts);
  const format = useFormat();
  const { events, next, reachedAt } = found;
  const { value, unit } = format.bytes(found.bytes);
  const bytes = `${value} ${unit}`;
  const when = reachedAt === null ? '—' : format.exactly(reachedAt);
  const begun = found.bytes > 0;
  const through = !running && error === undefined && next === null && begun;
  const state = running
    ? begun
      ? t('searching', { bytes, when })
      : t('begun')
    : next !== null || !through
      ? begun && t('stopped', { bytes, when })
      : t('ended', { bytes });
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1" role="status">
        <span className="font-medium ui-num">{t('found', { count: events.length })}</span>
        <span className="ui-hint">{state}</span>
        {!running && next !== null && (
          <Button size="sm" icon="search" onClick={onGoOn}>
            {t('goOn')}
          </Button>
        )}
      </div>
      {error && (
        <div role="alert">
          <Note tone="danger" title={describeError(error).title}>
            {describeError(error).text} <CopyCode text={error.code} />
          </Note>
        </div>
      )}
      {found.faults.length > 0 && <Faults faults={found.faults} />}
      {events.length > 0 && <EventTable label={t('found', { count: events.length })} events={events} onOpen={onOpen} />}
      {events.length === 0 && !running && !error && next === null && found.faults.length === 0 && (
        <Note tone="neutral" title={t('noneTitle')}>
          {t('noneText')}
        </Note>
      )}
    </>
  );
}

function Faults({ faults }: { readonly faults: Found['faults'] }) {
  const t = useTexts(dataHistoryTexts);
  const reasonText = useReasonText();
  const say = ({ code, message }: Found['faults'][number]) =>
    code === 'LISTENER_ABSENT'
      ? t('absent')
      : code === 'WORKER_AWAY'
        ? t('workerAway')
        : reasonText({ code, fields: message === undefined ? {} : { message } });
  return (
    <Note tone="warning" title={t('partly')}>
      {faults.map(say).join(' ')}
    </Note>
  );
}

export function EventTable({
  label,
  events,
  onOpen,
}: {
  readonly label: string;
  readonly events: readonly HeldEvent[];
  readonly onOpen: (event: HeldEvent) => void;
}) {
  const t = useTexts(dataHistoryTexts);
  const format = useFormat();
  return (
    <table className="ui-table history-found" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('received')}</th>
          <th scope="col">{t('event')}</th>
        </tr>
      </thead>
      <tbody>
        {events.map((event, index) => (
          <tr key={`${event.id} ${index}`}>
            <td className="ui-num">{format.precisely(event.receivedAt)}</td>
            <td>
              <button type="button" className="history-open" onClick={() => onOpen(event)}>
                {event.raw ?? event.json}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
