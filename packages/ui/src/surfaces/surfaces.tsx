import type { ComponentProps, CSSProperties, ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Drawing, type DrawingName } from '../drawings/drawing.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { toneClass, type Tone } from '../marks/marks.tsx';

export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section className={classNames('ui-card', className)} {...rest} />;
}

export function Skeleton({
  className,
  width,
  height = 14,
}: {
  readonly className?: string;
  readonly width?: number | string;
  readonly height?: number;
}) {
  return <span className={classNames('ui-skeleton block', className)} style={{ width: width ?? '100%', height }} aria-hidden />;
}

export interface MessageProps {
  readonly drawing: DrawingName;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** One action and one link. */
  readonly actions?: ReactNode;
  /** The only heading of a page is its first. */
  readonly as?: 'h1' | 'h2';
}

/** Empty, nothing found, broken, forbidden, lost: a drawing, a sentence, an action, a link. */
export function Message({ drawing, title, children, actions, as: Heading = 'h2' }: MessageProps) {
  return (
    <div className="ui-message">
      <Drawing name={drawing} />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="ui-message-actions">{actions}</div>}
    </div>
  );
}

const noteIcons: Partial<Record<Tone, IconName>> = { warning: 'warning', danger: 'error', success: 'check' };

/** A framed remark inside a page. */
export function Note({
  tone = 'neutral',
  title,
  children,
  icon,
}: {
  readonly tone?: Tone;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  readonly icon?: IconName;
}) {
  return (
    <div className={classNames('ui-note', toneClass(tone))}>
      <Icon name={icon ?? noteIcons[tone] ?? 'info'} size={16} />
      <div className="min-w-0 flex-1">
        {title && <div className="font-medium">{title}</div>}
        {children && <div className={title ? 'text-xs text-muted' : ''}>{children}</div>}
      </div>
    </div>
  );
}

/** Names and values, one pair per line. */
export function Pairs({ pairs }: { readonly pairs: readonly (readonly [ReactNode, ReactNode])[] }) {
  return (
    <dl className="ui-pairs">
      {pairs.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd className="ui-num">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** A table head that sorts. */
export function SortHead({
  label,
  direction,
  onSort,
  right = false,
  className,
  style,
  children,
}: {
  readonly label: string;
  readonly direction: 'ascending' | 'descending' | 'none';
  readonly onSort: () => void;
  readonly right?: boolean;
  readonly className?: string;
  readonly style?: CSSProperties | undefined;
  readonly children?: ReactNode;
}) {
  return (
    <th scope="col" aria-sort={direction} className={classNames(right && 'ui-right', className)} style={style}>
      <button type="button" className="ui-sort" onClick={onSort}>
        {label}
        {direction !== 'none' && <Icon name={direction === 'ascending' ? 'chevron-up' : 'chevron-down'} size={12} />}
      </button>
      {children}
    </th>
  );
}
