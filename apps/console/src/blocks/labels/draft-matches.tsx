import { useState } from 'react';
import { Button, classNames, Icon, ProgressBar, SwitchRow } from '@acequia/ui';
import type { Label, LabelMatches } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { labelName } from './label-name.ts';
import { labelTexts } from './texts.ts';
import { useSettled } from './use-settled.ts';

const eventsAsked = 200;
const typingMs = 300;

/** What the label being edited takes of the newest retained events, tested by a worker as it would in earnest. */
export function DraftMatches({
  listenerId,
  label,
  labels,
  condition,
}: {
  readonly listenerId: string;
  readonly label: Label | undefined;
  /** All of the listener. */
  readonly labels: readonly Label[];
  /** Readable; undefined while it is not. */
  readonly condition: unknown;
}) {
  const t = useTexts(labelTexts);
  const settled = useSettled(condition, typingMs);
  const id = label?.id ?? 'draft';
  const { data, error, refetch, isPlaceholderData } = useOperation(
    'labels:matches',
    { listenerId, events: eventsAsked, draft: { ...(label ? { id: label.id } : {}), condition: settled } },
    { keepPrevious: true, enabled: settled !== undefined },
  );
  if (condition === undefined) return <p className="ui-hint">{t('waitsForCondition')}</p>;
  if (error)
    return (
      <p className="ui-hint flex items-center gap-2">
        {t('workerAway')}
        <Button size="sm" variant="ghost" onClick={() => void refetch()}>
          {t('tryAgain')}
        </Button>
      </p>
    );
  if (!data) return null;
  const waits = isPlaceholderData || settled !== condition;
  if (data.events === 0) return <p className="ui-hint">{t('lastEventsNone')}</p>;
  return (
    <div className={classNames('flex flex-col gap-2', waits && 'opacity-60')} role="status" aria-busy={waits}>
      <Shares matches={data} id={id} own={label?.name ?? t('thisLabel')} labels={labels} />
      <Newest matches={data} id={id} labels={labels} />
    </div>
  );
}

function Shares({
  matches,
  id,
  own,
  labels,
}: {
  readonly matches: LabelMatches;
  readonly id: string;
  readonly own: string;
  readonly labels: readonly Label[];
}) {
  const t = useTexts(labelTexts);
  const format = useFormat();
  const rows = [
    { id, name: own, events: matches.matched[id] ?? 0 },
    ...labels
      .filter((other) => !other.builtIn && other.id !== id)
      .map((other) => ({ id: other.id, name: other.name, events: matches.matched[other.id] ?? 0 })),
    { id: 'unlabelled', name: t('unlabelled'), events: matches.unlabelled },
  ];
  const shared = (other: string) => matches.overlaps.find(({ labels: pair }) => pair.includes(id) && pair.includes(other))?.events ?? 0;
  return (
    <ul className="flex flex-col gap-1.5">
      {rows.map((row) => (
        <li key={row.id} className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)_170px] items-center gap-3 text-xs">
          <span className={classNames('truncate', row.id === id && 'font-semibold')}>{row.name}</span>
          <ProgressBar value={row.events / matches.events} label={row.name} />
          <span className="ui-num">
            {format.number(row.events)} / {format.number(matches.events)}
            {row.id !== id && shared(row.id) > 0 && <span className="ui-hint ml-2">{t('shared', { count: shared(row.id) })}</span>}
          </span>
        </li>
      ))}
      {(matches.failed[id] ?? 0) > 0 && (
        <li className="text-xs text-warning flex items-center gap-1">
          <Icon name="warning" size={12} />
          {t('failing', { count: matches.failed[id]! })}
        </li>
      )}
    </ul>
  );
}

function Newest({ matches, id, labels }: { readonly matches: LabelMatches; readonly id: string; readonly labels: readonly Label[] }) {
  const t = useTexts(labelTexts);
  const [only, setOnly] = useState(false);
  const shown = matches.newest.filter(({ labels: own }) => !only || own.includes(id));
  const namesOf = (own: readonly string[]) =>
    own.flatMap((each) => {
      const label = labels.find((other) => other.id === each);
      return label && each !== id ? [labelName(label, t)] : [];
    });
  return (
    <div className="flex flex-col gap-1">
      <SwitchRow label={t('onlyMatching')} checked={only} onChange={setOnly} />
      <ul className="rounded-md border max-h-48 overflow-auto" tabIndex={0} aria-label={t('lastEvents', { count: matches.newest.length })}>
        {shown.length === 0 && <li className="ui-hint px-2.5 py-2">{t('noneMatch')}</li>}
        {shown.map(({ json, labels: own }, index) => {
          const match = own.includes(id);
          return (
            <li key={index} className="flex items-center gap-2 px-2.5 py-1 border-b last:border-b-0 text-xs">
              <Icon name={match ? 'check' : 'x'} size={14} className={match ? 'text-success shrink-0' : 'text-faint shrink-0'} />
              <span className="ui-hidden">{t(match ? 'matchesThis' : 'matchesNot')}</span>
              <span className={classNames('ui-mono truncate flex-1', !match && 'text-muted')} title={json}>
                {json}
              </span>
              {namesOf(own).length > 0 && <span className="ui-hint shrink-0">{t('alsoIn', { names: namesOf(own).join(', ') })}</span>}
            </li>
          );
        })}
      </ul>
    </div>
  );
}
