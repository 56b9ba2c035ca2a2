import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { toneClass } from '../marks/marks.tsx';
import { CopyButton } from '../surfaces/copy.tsx';
import { useUiWords } from '../ui-words.tsx';
import { toastBottom, toastGap } from './toast-bottom.ts';
import type { Toast } from './toast-command.ts';
import { toastStore, type ToastStore } from './toast-store.ts';

const icons: Record<NonNullable<Toast['tone']>, IconName> = { success: 'check', warning: 'warning', danger: 'error', neutral: 'info' };
const hoverThrottleMs = 100;
/** Bars with buttons at the foot of pages and layers. */
const barsSelector = '[data-bottom-bar]';

/**
 * Keeps the toasts of `element` above bars while there are any, and gives scrolling pages room below (`--toast-room`), so that their last
 * row can be seen above the toasts. Returns what ends it.
 */
function keepClear(element: HTMLElement): () => void {
  const root = document.documentElement;
  const place = () => {
    const { left, right, height } = element.getBoundingClientRect();
    const bars = Array.from(document.querySelectorAll(barsSelector), (bar) => bar.getBoundingClientRect());
    element.style.bottom = `${toastBottom({ left, right, height }, bars, innerHeight)}px`;
    root.style.setProperty('--toast-room', `${height + toastGap}px`);
  };
  const sizes = new ResizeObserver(place);
  const watch = () => {
    sizes.disconnect();
    for (const each of [document.body, element, ...document.querySelectorAll(barsSelector)]) sizes.observe(each);
  };
  const bars = new MutationObserver((changes) => {
    const hasBar = (node: Node) => node instanceof Element && (node.matches(barsSelector) || node.querySelector(barsSelector) !== null);
    if (changes.some(({ addedNodes, removedNodes }) => [...addedNodes, ...removedNodes].some(hasBar))) watch();
  });
  root.dataset['toasts'] = '';
  place();
  watch();
  bars.observe(document.body, { childList: true, subtree: true });
  return () => {
    sizes.disconnect();
    bars.disconnect();
    delete root.dataset['toasts'];
  };
}

/**
 * Both areas of toasts; once in the app. Time stands still while the pointer or the focus is on them. A layer over the page hides all
 * else from screen readers but what says `aria-live` itself: the roles alone would not do.
 */
export function ToastArea({ store = toastStore }: { readonly store?: ToastStore }) {
  const words = useUiWords();
  const toasts = useSyncExternalStore(store.subscribe, store.toasts);
  const [held, setHeld] = useState(false);
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  const hold = (next: boolean) => {
    clearTimeout(leaving.current);
    if (next) setHeld(true);
    else leaving.current = setTimeout(() => setHeld(false), hoverThrottleMs);
  };
  useEffect(() => () => clearTimeout(leaving.current), []);
  const area = useRef<HTMLElement>(null);
  const shown = toasts.length > 0;
  useLayoutEffect(() => (shown && area.current ? keepClear(area.current) : undefined), [shown]);
  const live = toasts.filter((toast) => toast.channel === 'live');
  const stacking = toasts.filter((toast) => toast.channel === 'stacking');
  return (
    <section
      ref={area}
      className="ui-toasts"
      aria-label={words.notifications}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <div role="status" aria-live="polite" className="contents">
        {live.map((toast) => (
          <ToastCard key={toast.id} toast={toast} held={held} store={store} depth={0} />
        ))}
      </div>
      <div className="ui-toast-stack" role="log" aria-live="polite" data-collapsed={stacking.length >= 2 && !held}>
        {stacking.map((toast, index) => (
          <ToastCard key={toast.id} toast={toast} held={held} store={store} depth={Math.min(3, stacking.length - 1 - index)} />
        ))}
      </div>
    </section>
  );
}

function ToastCard({
  toast,
  held,
  store,
  depth,
}: {
  readonly toast: Toast;
  readonly held: boolean;
  readonly store: ToastStore;
  readonly depth: number;
}) {
  const closes = toast.level !== 'alert' && toast.channel === 'stacking';
  useEffect(() => {
    if (!closes || held) return;
    const timer = setTimeout(() => store.remove(toast.id), toast.time);
    return () => clearTimeout(timer);
  }, [closes, held, store, toast]);
  const close = () => store.remove(toast.id);
  const tone = toast.tone ?? (toast.level === 'alert' ? 'danger' : 'success');
  return (
    <div
      className={classNames('ui-toast', toneClass(tone), toast.className)}
      style={{ '--depth': depth } as Record<string, number>}
      {...(toast.level === 'alert' ? { role: 'alert' } : {})}
    >
      {toast.customRender ? toast.customRender(close) : <ToastBody toast={toast} tone={tone} onClose={close} />}
    </div>
  );
}

function ToastBody({
  toast,
  tone,
  onClose,
}: {
  readonly toast: Toast;
  readonly tone: NonNullable<Toast['tone']>;
  readonly onClose: () => void;
}) {
  const words = useUiWords();
  return (
    <>
      <Icon name={icons[tone]} size={16} />
      <div className="flex-1 min-w-0">
        <div className="font-medium">{toast.title}</div>
        {toast.content && <div className="text-xs text-muted mt-0.5">{toast.content}</div>}
        {toast.code && (
          <div className="flex items-center gap-1 mt-1">
            <code className="text-muted">{toast.code}</code>
            <CopyButton text={toast.code} />
          </div>
        )}
      </div>
      {toast.button && (
        <button type="button" className="ui-link" onClick={toast.button.command}>
          {toast.button.text}
        </button>
      )}
      <IconButton icon="x" label={words.close} size="sm" onClick={onClose} />
    </>
  );
}
