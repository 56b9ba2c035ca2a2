import { classNames } from '../class-names.ts';
import { Tooltip } from '../floating/tooltip.tsx';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { Spinner } from '../marks/spinner.tsx';
import type { ButtonProps } from './button.tsx';

export interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon' | 'iconEnd'> {
  readonly icon: IconName;
  /** Its name for screen readers and its tooltip. */
  readonly label: string;
}

export function IconButton({
  icon,
  label,
  variant = 'ghost',
  size = 'md',
  className,
  loading = false,
  type,
  asChild: _asChild,
  ...rest
}: IconButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type={type ?? 'button'}
        aria-label={label}
        className={classNames(
          'ui-btn ui-btn-icon',
          variant !== 'secondary' && `ui-btn-${variant}`,
          size === 'sm' && 'ui-btn-sm',
          className,
        )}
        {...rest}
      >
        {loading ? <Spinner size={14} /> : <Icon name={icon} size={size === 'sm' ? 14 : 16} />}
      </button>
    </Tooltip>
  );
}
