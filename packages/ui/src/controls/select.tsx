import { Select as RadixSelect } from 'radix-ui';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { styleNonce } from '../style-nonce.ts';
import { Icon } from '../icons/icon.tsx';

export interface SelectOption<V extends string = string> {
  readonly value: V;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
}

export interface SelectProps<V extends string> {
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
  readonly options: readonly SelectOption<V>[];
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly size?: 'md' | 'sm';
  readonly id?: string;
  readonly className?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean;
}

/** An empty string is a legal value; the primitive underneath keeps it for "nothing chosen". */
const inside = (value: string): string => `=${value}`;
const outside = (value: string): string => value.slice(1);

export function Select<V extends string>({
  value,
  onChange,
  options,
  placeholder,
  disabled,
  size = 'md',
  className,
  ...rest
}: SelectProps<V>) {
  return (
    <RadixSelect.Root
      value={value === undefined ? '' : inside(value)}
      onValueChange={(next) => onChange(outside(next) as V)}
      disabled={disabled ?? false}
    >
      <RadixSelect.Trigger className={classNames('ui-input', size === 'sm' && 'ui-input-sm', className)} {...rest}>
        <span className="ui-input-value">
          <RadixSelect.Value placeholder={<span className="ui-placeholder">{placeholder}</span>} />
        </span>
        <Icon name="chevron-down" size={14} />
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content className="ui-pop ui-menu" position="popper" sideOffset={4}>
          <RadixSelect.Viewport {...styleNonce()}>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={inside(option.value)}
                disabled={option.disabled ?? false}
                className="ui-menu-item"
              >
                {option.icon}
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator className="ui-menu-end">
                  <Icon name="check" size={14} />
                </RadixSelect.ItemIndicator>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
