import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { classNames } from '../class-names.ts';

export interface ResizeHandleProps {
  /** What it resizes, for screen readers and as a tooltip. */
  readonly label: string;
  /** Which edge of its pane it sits on: the pane grows toward it. */
  readonly edge: 'left' | 'top';
  /** px, as are `min` and `max`. */
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** While it is moved, between `min` and `max`. */
  readonly onMove: (px: number) => void;
  /** The size to keep, once a move is over. */
  readonly onDone: (px: number) => void;
  readonly onReset: () => void;
}

const stepPx = 16;
const largeStepPx = 64;

/** The edge between two panes: pulled with the pointer, moved with arrows, Home and End, reset with a double click or Enter. */
export function ResizeHandle({ label, edge, value, min, max, onMove, onDone, onReset }: ResizeHandleProps) {
  const drag = useRef<{ readonly at: number; readonly px: number }>(undefined);
  /** Moved by keys since the last one was released. */
  const keyed = useRef<number>(undefined);
  const within = (px: number) => Math.round(Math.min(max, Math.max(min, px)));
  const place = (event: PointerEvent) => (edge === 'left' ? event.clientX : event.clientY);
  const pulled = (event: PointerEvent) => drag.current && within(drag.current.px + drag.current.at - place(event));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onReset();
      return;
    }
    const by = event.shiftKey ? largeStepPx : stepPx;
    const [more, less] = edge === 'left' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    const wanted = { [more]: value + by, [less]: value - by, Home: min, End: max }[event.key];
    if (wanted === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    keyed.current = within(wanted);
    onMove(keyed.current);
  };
  const endKeys = () => {
    if (keyed.current !== undefined) onDone(keyed.current);
    keyed.current = undefined;
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      title={label}
      aria-orientation={edge === 'left' ? 'vertical' : 'horizontal'}
      aria-valuenow={value}
      aria-valuemin={min}
      aria-valuemax={max}
      className={classNames('ui-resize', edge === 'left' ? 'ui-resize-left' : 'ui-resize-top')}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { at: place(event), px: value };
      }}
      onPointerMove={(event) => {
        const px = pulled(event);
        if (px !== undefined) onMove(px);
      }}
      onPointerUp={(event) => {
        const px = pulled(event);
        const moved = drag.current?.px !== px;
        drag.current = undefined;
        if (px !== undefined && moved) onDone(px);
      }}
      onPointerCancel={() => {
        if (drag.current) onMove(drag.current.px);
        drag.current = undefined;
      }}
      onDoubleClick={onReset}
      onKeyDown={onKeyDown}
      onKeyUp={endKeys}
      onBlur={endKeys}
    />
  );
}
