import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { Spinner } from '../marks/spinner.tsx';

export interface ButtonProps extends ComponentProps<'button'> {
  readonly variant?: 'secondary' | 'primary' | 'ghost' | 'danger';
  readonly size?: 'md' | 'sm' | 'lg';
  readonly icon?: IconName;
  readonly iconEnd?: IconName;
  /** Busy: not pressable, spinner after 200 ms. */
  readonly loading?: boolean;
  /** Gives the look to the only child, e.g. a link. */
  readonly asChild?: boolean;
}

export function Button({
  variant = 'secondary',
  size = 'md',
  icon,
  iconEnd,
  loading = false,
  asChild = false,
  className,
  children,
  type,
  ...rest
}: ButtonProps) {
  const classes = classNames('ui-btn', variant !== 'secondary' && `ui-btn-${variant}`, size !== 'md' && `ui-btn-${size}`, className);
  const start = loading ? <Spinner size={14} /> : icon && <Icon name={icon} size={size === 'sm' ? 14 : 16} />;
  const end = iconEnd && <Icon name={iconEnd} size={14} />;
  if (asChild) {
    return (
      <Slot.Root className={classes} {...rest}>
        {start}
        <Slot.Slottable>{children}</Slot.Slottable>
        {end}
      </Slot.Root>
    );
  }
  return (
    <button type={type ?? 'button'} className={classes} {...(loading ? { 'aria-busy': true, 'aria-disabled': true } : {})} {...rest}>
      {start}
      {children}
      {end}
    </button>
  );
}
