import './charts.css';
import { useState, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames, Dot, toneClass, type Tone } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { linePoints, niceTop, stacked } from './model/scale.ts';
import { periodOfSpan, pointAt, type Span } from './model/span.ts';
import { chartTexts } from './texts.ts';

export interface ChartLine {
  readonly name: string;
  readonly tone: Tone;
  readonly values: readonly number[];
}

export interface LineChartProps {
  /** What a screen reader calls it. */
  readonly title: string;
  readonly lines: readonly ChartLine[];
  /** Start of each point, ms since 1970. */
  readonly at: readonly number[];
  readonly stepMs: number;
  readonly stack: boolean;
  /** A value in words, such as `38.2K EPS`; on the axis, too. */
  readonly say: (value: number) => string;
  /** A stretch of the time was taken, by pointer or keys. */
  readonly onRange: (period: { readonly from: number; readonly to: number }) => void;
}

const ticks = 4;

/** Lines over time on one scale; a drag, or Shift with the arrow keys, takes a range out of it. */
export function LineChart({ title, lines, at, stepMs, stack, say, onRange }: LineChartProps) {
  const t = useTexts(chartTexts);
  const format = useFormat();
  const [cursor, setCursor] = useState<number>();
  const [span, setSpan] = useState<Span>();
  const points = at.length;
  const last = points - 1;
  const shown = stack ? stacked(lines.map(({ values }) => values)) : lines.map(({ values }) => values);
  const top = niceTop(Math.max(0, ...shown.flat()));
  const place = (index: number) => (last <= 0 ? 0 : (index / last) * 100);
  const marked = cursor === undefined ? undefined : Math.min(cursor, last);

  const take = (taken: Span | undefined) => {
    setSpan(undefined);
    const period = taken && periodOfSpan(taken, at, stepMs);
    if (period) onRange(period);
  };
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return pointAt((event.clientX - box.left) / Math.max(1, box.width), points);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = marked ?? last;
    const target =
      event.key === 'ArrowLeft'
        ? now - 1
        : event.key === 'ArrowRight'
          ? now + 1
          : event.key === 'Home'
            ? 0
            : event.key === 'End'
              ? last
              : undefined;
    if (target !== undefined) {
      const next = Math.max(0, Math.min(last, target));
      setSpan(event.shiftKey ? { anchor: span?.anchor ?? now, end: next } : undefined);
      setCursor(next);
    } else if (event.key === 'Enter') take(span);
    else if (event.key === 'Escape' && span) {
      event.stopPropagation();
      setSpan(undefined);
    } else return;
    event.preventDefault();
  };

  return (
    <div className="chart">
      <div className="chart-scale ui-num" aria-hidden>
        {Array.from({ length: ticks + 1 }, (_, index) => (
          <span key={index}>{say((top * (ticks - index)) / ticks)}</span>
        ))}
      </div>
      <div
        className="chart-plot"
        role="slider"
        tabIndex={0}
        aria-label={t('plot', { title })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={marked ?? Math.max(0, last)}
        aria-valuetext={points === 0 ? t('none') : sentence(marked ?? last)}
        onKeyDown={onKeyDown}
        onFocus={() => setCursor((now) => now ?? last)}
        onBlur={() => {
          setSpan(undefined);
          setCursor(undefined);
        }}
        onPointerMove={(event) => {
          const point = placeOf(event);
          setCursor(point);
          if (span && event.buttons > 0) setSpan({ ...span, end: point });
        }}
        onPointerLeave={() => setCursor(undefined)}
        onPointerDown={(event) => {
          if (event.button !== 0 || points < 2) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          const point = placeOf(event);
          setSpan({ anchor: point, end: point });
        }}
        onPointerUp={() => take(span)}
        onPointerCancel={() => setSpan(undefined)}
      >
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {Array.from({ length: ticks + 1 }, (_, index) => (
            <path
              key={index}
              d={`M0 ${(index / ticks) * 100}H100`}
              stroke="var(--line)"
              vectorEffect="non-scaling-stroke"
              {...(index === ticks ? {} : { strokeDasharray: '3 4' })}
            />
          ))}
          {[...shown.keys()].reverse().map((index) => (
            <Line
              key={lines[index]!.name}
              tone={lines[index]!.tone}
              values={shown[index]!}
              top={top}
              dashed={index > 0 && !stack}
              solid={stack}
            />
          ))}
        </svg>
        {points > 0 && shown.flat().every((value) => value === 0) && <span className="chart-none">{t('none')}</span>}
        {span && span.anchor !== span.end && (
          <span
            className="chart-span"
            style={{ left: `${place(Math.min(span.anchor, span.end))}%`, right: `${100 - place(Math.max(span.anchor, span.end))}%` }}
          />
        )}
        {marked !== undefined && points > 0 && (
          <>
            <span className="chart-cursor" style={{ left: `${place(marked)}%` }} />
            <div
              className="chart-tip"
              style={place(marked) > 60 ? { right: `${102 - place(marked)}%` } : { left: `${place(marked) + 2}%` }}
            >
              <div className="text-muted">{format.moment(at[marked]!)}</div>
              {lines.map(({ name, tone, values }) => (
                <div key={name}>
                  <Dot tone={tone} /> {name} <b className="ui-num">{say(values[marked] ?? 0)}</b>
                </div>
              ))}
            </div>
          </>
        )}
      </div>
      <div className="chart-times ui-num" aria-hidden>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{points > 0 && format.clock(at[Math.round(part * last)]!)}</span>
        ))}
      </div>
    </div>
  );

  function sentence(point: number): string {
    const taken = span && periodOfSpan(span, at, stepMs);
    if (taken) return t('partOf', { from: format.moment(taken.from), to: format.moment(taken.to) });
    return `${format.moment(at[point]!)}: ${lines.map(({ name, values }) => `${name} ${say(values[point] ?? 0)}`).join(', ')}`;
  }
}

function Line({
  tone,
  values,
  top,
  dashed,
  solid,
}: {
  readonly tone: Tone;
  readonly values: readonly number[];
  readonly top: number;
  readonly dashed: boolean;
  readonly solid: boolean;
}) {
  if (values.length === 0) return null;
  const points = linePoints(values.length === 1 ? [values[0]!, values[0]!] : values, top);
  return (
    <g className={classNames(toneClass(tone))}>
      <polygon points={`0,100 ${points} 100,100`} fill="var(--c)" opacity={solid ? 0.3 : 0.12} />
      <polyline
        points={points}
        fill="none"
        stroke="var(--c)"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        {...(dashed ? { strokeDasharray: '5 3' } : {})}
      />
    </g>
  );
}
