import { useState, type MouseEvent, type UIEvent } from 'react';
import { Button, Card, Checkbox } from '@acequia/ui';
import type { Letter } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { TimeAgo } from '#lib/format/time-ago.tsx';
import { useFormat } from '#lib/format/use-format.ts';
import { windowOf } from '../model/window-of.ts';
import { deadLetterTexts } from '../texts.ts';
import type { useNames } from './use-names.ts';
import { useReason } from './use-reason.ts';

const rowHeight = 36;

/** The letters that were loaded; only what is in sight stands in the page. */
export function LetterTable({
  letters,
  names,
  oneCause,
  chosen,
  onChoose,
  onOpen,
  more,
  loading,
  onMore,
}: {
  readonly letters: readonly Letter[];
  readonly names: ReturnType<typeof useNames>;
  /** All have the cause that is chosen beside: it is not said again. */
  readonly oneCause: boolean;
  /** Undefined where nothing can be done with them. */
  readonly chosen: ReadonlySet<string> | undefined;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  /** Undefined where letters cannot be opened. */
  readonly onOpen: ((id: string) => void) | undefined;
  readonly more: string | undefined;
  readonly loading: boolean;
  readonly onMore: () => void;
}) {
  const t = useTexts(deadLetterTexts);
  const format = useFormat();
  const reason = useReason();
  const [view, setView] = useState({ top: 0, height: 1200 });
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) =>
    setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight });
  const { from, to } = windowOf(letters.length, rowHeight, view.top, view.height);
  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChoose(next);
  };
  const count = chosen?.size ?? 0;
  return (
    <Card className="letters-scroll ui-scrolls-clear" onScroll={onScroll} tabIndex={0} aria-label={t('title')}>
      <table className="ui-table letters-table" aria-label={t('title')} aria-rowcount={letters.length + 1}>
        <thead>
          <tr>
            {chosen && (
              <td className="letters-check">
                <Checkbox
                  aria-label={t('selectAll')}
                  checked={count > 0 && count === letters.length}
                  mixed={count > 0 && count < letters.length}
                  onChange={(on) => onChoose(on ? new Set(letters.map(({ id }) => id)) : new Set())}
                />
              </td>
            )}
            <th scope="col" className="letters-time">
              {t('columnTime')}
            </th>
            {!oneCause && (
              <>
                <th scope="col" className="letters-reason">
                  {t('columnReason')}
                </th>
                <th scope="col" className="letters-step">
                  {t('columnStep')}
                </th>
              </>
            )}
            <th scope="col">{t('columnEvent')}</th>
          </tr>
        </thead>
        <tbody>
          {from > 0 && <tr aria-hidden style={{ height: from * rowHeight }} />}
          {letters.slice(from, to).map((letter, index) => (
            <tr
              key={letter.id}
              aria-rowindex={from + index + 2}
              className={onOpen && 'letters-row'}
              onClick={onOpen && ((event) => isOnRow(event) && onOpen(letter.id))}
            >
              {chosen && (
                <td className="letters-check">
                  <Checkbox
                    aria-label={t('select', { when: format.precisely(letter.at) })}
                    checked={chosen.has(letter.id)}
                    onChange={() => toggle(letter.id)}
                  />
                </td>
              )}
              <td className="text-muted whitespace-nowrap">
                <TimeAgo atMs={letter.at} />
              </td>
              {!oneCause && (
                <>
                  <td className="font-medium">
                    <span className="truncate block">{reason(letter).title}</span>
                  </td>
                  <td className="letters-step text-muted">
                    <span className="truncate block">
                      {names.source(letter)} · {names.step(letter)}
                    </span>
                  </td>
                </>
              )}
              <td>
                {onOpen ? (
                  <button
                    type="button"
                    className="ui-mono hover:underline truncate block max-w-full text-left"
                    onClick={() => onOpen(letter.id)}
                  >
                    {letter.preview === '' ? letter.eventId : letter.preview}
                  </button>
                ) : (
                  <span className="ui-mono truncate block">{letter.eventId}</span>
                )}
              </td>
            </tr>
          ))}
          {to < letters.length && <tr aria-hidden style={{ height: (letters.length - to) * rowHeight }} />}
        </tbody>
      </table>
      {more !== undefined && (
        <div className="p-3 text-center">
          <Button size="sm" loading={loading} onClick={onMore}>
            {more}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** A click on the row itself: what is a control does its own work, and who marks a text wants to copy it. */
const isOnRow = ({ target }: MouseEvent): boolean =>
  target instanceof Element && !target.closest('button, a, input, label, .letters-check') && getSelection()?.isCollapsed !== false;
