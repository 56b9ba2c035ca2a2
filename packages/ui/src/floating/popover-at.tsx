import { Popover as RadixPopover } from 'radix-ui';
import { useRef, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export interface PopoverAtProps {
  /** In pixels of the window. */
  readonly point: { readonly x: number; readonly y: number };
  readonly children: ReactNode;
  readonly label: string;
  readonly className?: string;
  /** A press beside it, or the focus gone elsewhere. */
  readonly onClose: () => void;
  readonly onEscape: () => void;
}

/** Free content that floats at a place without a trigger, open while it is drawn; whoever opened it says where the focus goes. */
export function PopoverAt({ point, children, label, className, onClose, onEscape }: PopoverAtProps) {
  const { x, y } = point;
  const anchor = useRef({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) });
  return (
    <RadixPopover.Root open onOpenChange={(open) => open || onClose()}>
      <RadixPopover.Anchor virtualRef={anchor} />
      <RadixPopover.Portal>
        <RadixPopover.Content
          className={classNames('ui-pop', className)}
          side="bottom"
          align="center"
          sideOffset={4}
          collisionPadding={8}
          aria-label={label}
          onEscapeKeyDown={(event) => {
            event.preventDefault();
            onEscape();
          }}
          onCloseAutoFocus={(event) => event.preventDefault()}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
