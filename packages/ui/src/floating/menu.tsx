import { DropdownMenu, Popover as RadixPopover } from 'radix-ui';
import { useRef, useState, type ComponentProps, type ReactElement, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';

/** `trigger` is a button; the items stand inside. */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  label,
}: {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly label?: string;
}) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="ui-pop ui-menu" align={align} side={side} sideOffset={6} collisionPadding={8} aria-label={label}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

/**
 * A menu at a place of the window, in pixels, without a button; open while it is drawn. Closed without a choice, the focus returns.
 * `asks`: it came by itself, and Enter takes its first item.
 */
export function MenuAt({
  point,
  label,
  asks = false,
  children,
  onClose,
}: {
  readonly point: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly asks?: boolean;
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  const [opener] = useState(() => document.activeElement);
  const waits = useRef(asks);
  return (
    <DropdownMenu.Root open modal={false} onOpenChange={(open) => open || onClose()}>
      <DropdownMenu.Trigger asChild>
        <button type="button" tabIndex={-1} aria-hidden className="fixed size-0" style={{ left: point.x, top: point.y }} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="ui-pop ui-menu"
          align="start"
          sideOffset={2}
          collisionPadding={8}
          aria-label={label}
          onFocus={({ target, currentTarget }) => {
            if (!waits.current || target !== currentTarget) return;
            waits.current = false;
            currentTarget.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            const isLost = document.activeElement === null || document.activeElement === document.body;
            if (isLost && (opener instanceof HTMLElement || opener instanceof SVGElement)) opener.focus();
          }}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

export interface MenuItemProps extends ComponentProps<typeof DropdownMenu.Item> {
  readonly icon?: IconName;
  readonly danger?: boolean;
  readonly end?: ReactNode;
}

export function MenuItem({ icon, danger, end, children, className, asChild, ...rest }: MenuItemProps) {
  const classes = classNames('ui-menu-item', danger && 'ui-menu-danger', className);
  if (asChild)
    return (
      <DropdownMenu.Item className={classes} asChild {...rest}>
        {children}
      </DropdownMenu.Item>
    );
  return (
    <DropdownMenu.Item className={classes} {...rest}>
      {icon && <Icon name={icon} size={14} />}
      {children}
      {end && <span className="ui-menu-end">{end}</span>}
    </DropdownMenu.Item>
  );
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  return <DropdownMenu.Label className="ui-menu-label">{children}</DropdownMenu.Label>;
}

export function MenuRule() {
  return <DropdownMenu.Separator className="ui-menu-rule" />;
}

/** One of several, inside a menu. */
export function MenuChoice<V extends string>({
  value,
  onChange,
  options,
}: {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly { readonly value: V; readonly label: string }[];
}) {
  return (
    <DropdownMenu.RadioGroup value={value} onValueChange={(next) => onChange(next as V)}>
      {options.map((option) => (
        <DropdownMenu.RadioItem
          key={option.value}
          value={option.value}
          className="ui-menu-item"
          onSelect={(event) => event.preventDefault()}
        >
          {option.label}
          <DropdownMenu.ItemIndicator className="ui-menu-end">
            <Icon name="check" size={14} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  );
}

/** Free content that floats beside its trigger. */
export function Popover({
  trigger,
  children,
  align = 'start',
  open,
  onOpenChange,
  label,
}: {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly align?: 'start' | 'center' | 'end';
  readonly open?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly label?: string;
}) {
  return (
    <RadixPopover.Root {...(open === undefined ? {} : { open })} {...(onOpenChange ? { onOpenChange } : {})}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content className="ui-pop p-3" align={align} sideOffset={6} collisionPadding={8} aria-label={label}>
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}
