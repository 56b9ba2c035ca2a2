import { classNames } from '../class-names.ts';
import { toneClass, type Tone } from './marks.tsx';

export interface SparkSeries {
  readonly values: readonly number[];
  readonly tone: Tone;
  readonly dashed?: boolean;
}

export interface SparklineProps {
  readonly series: readonly SparkSeries[];
  readonly height?: number;
  readonly width?: number;
  /** Said to screen readers; without it the drawing is decoration beside a number. */
  readonly label?: string;
}

/** Points of a line in a box; the highest value of all series touches the top. */
export function sparkPoints(values: readonly number[], max: number, width: number, height: number): string {
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  const top = max <= 0 ? 1 : max;
  return values.map((value, index) => `${(index * step).toFixed(1)},${(height - 1 - (value / top) * (height - 3)).toFixed(1)}`).join(' ');
}

/** Lines over soft areas, an empty ground while there are no values; stretches to its place. */
export function Sparkline({ series, height = 30, width = 120, label }: SparklineProps) {
  const max = Math.max(0, ...series.flatMap((line) => line.values));
  return (
    <svg
      className="ui-spark"
      width="100%"
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      {series.every((line) => line.values.length < 2) && (
        <path d={`M0 ${height - 1}H${width}`} stroke="var(--line-strong)" strokeDasharray="2 4" vectorEffect="non-scaling-stroke" />
      )}
      {series.map((line, index) => {
        if (line.values.length < 2) return null;
        const points = sparkPoints(line.values, max, width, height);
        return (
          <g key={index} className={classNames(toneClass(line.tone))}>
            <polygon points={`${points} ${width},${height} 0,${height}`} fill="var(--c)" opacity=".12" />
            <polyline
              points={points}
              fill="none"
              stroke="var(--c)"
              strokeWidth="1.5"
              vectorEffect="non-scaling-stroke"
              strokeLinejoin="round"
              {...(line.dashed ? { strokeDasharray: '5 3' } : {})}
            />
          </g>
        );
      })}
    </svg>
  );
}

/** A share of the whole as a ring with the number in it. */
export function Ring({
  fraction,
  children,
  size = 52,
}: {
  readonly fraction: number | undefined;
  readonly children?: React.ReactNode;
  readonly size?: number;
}) {
  const length = 2 * Math.PI * 21;
  const part = Math.min(1, Math.max(0, fraction ?? 0)) * length;
  return (
    <span className="relative inline-grid place-items-center" style={{ width: size, height: size }}>
      <svg viewBox="0 0 52 52" width={size} height={size} fill="none" strokeWidth="5" className="absolute inset-0" aria-hidden>
        <circle cx="26" cy="26" r="21" stroke="var(--s3)" />
        {fraction !== undefined && fraction > 0 && (
          <circle
            cx="26"
            cy="26"
            r="21"
            stroke="var(--accent)"
            strokeLinecap="round"
            strokeDasharray={`${part} ${length}`}
            transform="rotate(-90 26 26)"
          />
        )}
      </svg>
      <span className="relative">{children}</span>
    </span>
  );
}
