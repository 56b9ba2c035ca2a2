import type { BatchView } from '@acequia/batch';
import type { CompileContext, StateOutput, Step } from '@acequia/component-sdk/runtime';

interface TallyState {
  /** Start of the window → key → what stood behind `#`. */
  readonly windows: Record<string, Record<string, string[]>>;
  /** Windows before are closed. */
  closedTo: number;
}

const nsPerMs = 1_000_000n;

/**
 * Lists the lines of each key (what stands before `#`) in windows of `everyMs` by time of receipt:
 * `<window> <key>:<what stood behind>,…`, with `!` behind when the window had not ended. At most `atOnce` go out at a time.
 */
interface TallyConfig {
  readonly everyMs: number;
  readonly emptyKey?: string;
  readonly atOnce?: number;
}

export function compileTally({ everyMs, emptyKey, atOnce = Infinity }: TallyConfig, ctx: CompileContext): Step {
  const state: TallyState = ctx.restored ? (JSON.parse(Buffer.from(ctx.restored).toString()) as TallyState) : { windows: {}, closedTo: 0 };
  const [message, received] = [ctx.slots.slot('message'), ctx.slots.slot('_received')];
  const starts = () => Object.keys(state.windows).map(Number);
  const close = (nowMs: number, ended: (start: number) => boolean, mark: string, out: StateOutput): void => {
    const groups = starts()
      .filter(ended)
      .sort((one, other) => one - other)
      .flatMap((start) => Object.keys(state.windows[start]!).map((key) => ({ start, key })));
    const events = groups.slice(0, atOnce).map(({ start, key }) => {
      const window = state.windows[start]!;
      const items = window[key]!;
      delete window[key];
      if (Object.keys(window).length === 0) delete state.windows[start];
      state.closedTo = Math.max(state.closedTo, start + everyMs);
      return {
        id: `${start}${mark && `.${items[0]!}`}.${key}`,
        timeNs: BigInt(start + everyMs) * nsPerMs,
        flags: mark ? (['partial_window'] as const) : [],
        fields: [[message, `${start} ${key}:${items.join(',')}${mark}`]] as const,
      };
    });
    if (events.length > 0) out.emit(ctx.port('default'), ctx.makeEvents(nowMs, events));
  };
  return {
    step: (view: BatchView, out) => {
      for (let i = 0; i < view.count; i++) {
        const row = view.rows[i]!;
        const atMs = Math.max(Number(view.time(row, received)! / nsPerMs), state.closedTo);
        const [key, item] = view.text(row, message)!.split('#') as [string, string | undefined];
        const window = (state.windows[Math.floor(atMs / everyMs) * everyMs] ??= {});
        (window[emptyKey ?? key] ??= []).push(emptyKey === undefined ? item! : key.replaceAll(',', ';'));
        out.merged(row, 'window');
      }
    },
    snapshot: () => Buffer.from(JSON.stringify(state)),
    timed: {
      dueMs: () => Math.min(...starts()) + everyMs,
      advance: (nowMs, out) => close(nowMs, (start) => start + everyMs <= nowMs, '', out),
      flush: (nowMs, out) => {
        close(nowMs, () => true, '!', out);
        return starts().length > 0;
      },
      forget: () => {
        for (const start of starts()) delete state.windows[start];
      },
    },
  };
}
