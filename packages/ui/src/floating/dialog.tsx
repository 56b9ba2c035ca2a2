import { Dialog as RadixDialog } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { useUiWords } from '../ui-words.tsx';

/** What is marked as first, else the first field of the layer, else the layer itself: never the cross, whose tooltip would cover the title. */
function focusInside(event: Event): void {
  const layer = event.currentTarget;
  if (!(layer instanceof HTMLElement)) return;
  event.preventDefault();
  const field =
    layer.querySelector<HTMLElement>('.ui-dialog-body [data-focus-first]') ??
    layer.querySelector<HTMLElement>('.ui-dialog-body :is(input, textarea, select, [role=combobox]):not(:disabled)') ??
    layer.querySelector<HTMLElement>('.ui-dialog-foot button');
  (field ?? layer).focus();
}

/** Layers that are read first keep the focus on themselves. */
function focusLayer(event: Event): void {
  if (!(event.currentTarget instanceof HTMLElement)) return;
  event.preventDefault();
  event.currentTarget.focus();
}

/** What had the focus when the layer opened gets it back; the primitive underneath knows only triggers of its own. */
function useReturnedFocus(focus: (event: Event) => void) {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = document.activeElement;
      focus(event);
    },
    onCloseAutoFocus: (event: Event) => {
      const back = opener.current;
      if (!(back instanceof HTMLElement) || !back.isConnected || back === document.body) return;
      event.preventDefault();
      back.focus();
    },
  };
}

/** Layers that can lie over another, and not those that are leaving. */
const layersSelector = ['dialog', 'alertdialog', 'menu', 'listbox'].map((role) => `[role=${role}]:not([data-state=closed])`).join();

/** Whether a layer that came later lies over this one. */
const isCovered = (layer: Element): boolean =>
  Array.from(document.querySelectorAll(layersSelector)).some(
    (other) =>
      (layer.compareDocumentPosition(other) & (Node.DOCUMENT_POSITION_FOLLOWING | Node.DOCUMENT_POSITION_CONTAINED_BY)) ===
      Node.DOCUMENT_POSITION_FOLLOWING,
  );

/**
 * Escape is for the layer on top. The primitive underneath lets the layer below listen for some moments after another has opened over
 * it, and a person who takes that one back at once would lose both.
 */
function useEscapeOnTop() {
  const ref = useRef<HTMLDivElement>(null);
  const onEscapeKeyDown = (event: KeyboardEvent) => {
    if (ref.current && isCovered(ref.current)) event.preventDefault();
  };
  return { ref, onEscapeKeyDown };
}

interface LayerProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  readonly footer?: ReactNode;
}

export interface DialogProps extends LayerProps {
  readonly size?: 'md' | 'lg';
}

/** A question or a short form over the page. Focus returns to what opened it. */
export function Dialog({ open, onOpenChange, title, description, children, footer, size = 'md' }: DialogProps) {
  const words = useUiWords();
  const focus = useReturnedFocus(focusInside);
  const escape = useEscapeOnTop();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="ui-scrim" aria-hidden />
        <RadixDialog.Content
          className="ui-dialog"
          data-size={size}
          {...focus}
          {...escape}
          {...(description ? {} : { 'aria-describedby': undefined })}
        >
          <div className="ui-dialog-head">
            <RadixDialog.Title className="flex-1 min-w-0">{title}</RadixDialog.Title>
            <RadixDialog.Close asChild>
              <IconButton icon="x" label={words.close} size="sm" />
            </RadixDialog.Close>
          </div>
          <div className="ui-dialog-body">
            {description && <RadixDialog.Description className="text-muted mb-3">{description}</RadixDialog.Description>}
            {children}
          </div>
          {footer && (
            <div className="ui-dialog-foot" data-bottom-bar>
              {footer}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** A window nearly as large as the page, with its own layout inside. `title` is read, not drawn. */
export function FullDialog({ open, onOpenChange, title, children }: LayerProps) {
  const focus = useReturnedFocus(focusLayer);
  const escape = useEscapeOnTop();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="ui-scrim" aria-hidden />
        <RadixDialog.Content className="ui-dialog" data-size="full" tabIndex={-1} {...focus} {...escape} aria-describedby={undefined}>
          <RadixDialog.Title className="ui-hidden">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Details at the right edge. */
export function Drawer({ open, onOpenChange, title, children, footer, size = 'md' }: LayerProps & { readonly size?: 'md' | 'lg' }) {
  const focus = useReturnedFocus(focusLayer);
  const escape = useEscapeOnTop();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <div className="ui-scrim" aria-hidden />
        <RadixDialog.Content className="ui-drawer" data-size={size} tabIndex={-1} {...focus} {...escape} aria-describedby={undefined}>
          <RadixDialog.Title className="ui-hidden">{title}</RadixDialog.Title>
          <div className="flex-1 min-h-0 overflow-auto flex flex-col">{children}</div>
          {footer && (
            <div className="ui-dialog-foot justify-start!" data-bottom-bar>
              {footer}
            </div>
          )}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

export interface ConfirmDialogProps extends LayerProps {
  readonly confirm: string;
  readonly cancel: string;
  readonly onConfirm: () => void;
  readonly danger?: boolean;
  readonly loading?: boolean;
  readonly disabled?: boolean;
}

/** Names what will happen; the safe button comes first. */
export function ConfirmDialog({
  confirm,
  cancel,
  onConfirm,
  danger = false,
  loading = false,
  disabled = false,
  ...layer
}: ConfirmDialogProps) {
  return (
    <Dialog
      {...layer}
      footer={
        <>
          <Button variant="ghost" onClick={() => layer.onOpenChange(false)}>
            {cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} loading={loading} disabled={disabled} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    />
  );
}

export const DialogClose = RadixDialog.Close;
