import { useState, type ComponentProps, type ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';
import { useUiWords } from '../ui-words.tsx';

export interface InputProps extends Omit<ComponentProps<'input'>, 'size'> {
  readonly inputSize?: 'md' | 'sm' | 'lg';
  readonly mono?: boolean;
  readonly icon?: IconName;
  readonly unit?: ReactNode;
}

export function Input({ inputSize = 'md', mono, icon, unit, className, ...rest }: InputProps) {
  const classes = classNames('ui-input', inputSize !== 'md' && `ui-input-${inputSize}`, mono && 'ui-mono', className);
  if (!icon && !unit) return <input className={classes} autoComplete="off" {...rest} />;
  return (
    <span className={classes}>
      {icon && <Icon name={icon} size={14} />}
      <input autoComplete="off" {...rest} />
      {unit && <span className="ui-input-unit">{unit}</span>}
    </span>
  );
}

export function Textarea({ mono, className, ...rest }: ComponentProps<'textarea'> & { readonly mono?: boolean }) {
  return <textarea className={classNames('ui-input', mono && 'ui-mono', className)} rows={3} spellCheck={false} {...rest} />;
}

export function PasswordInput({ inputSize = 'md', className, ...rest }: Omit<InputProps, 'icon' | 'unit' | 'type'>) {
  const words = useUiWords();
  const [shown, setShown] = useState(false);
  return (
    <span className={classNames('ui-input', inputSize !== 'md' && `ui-input-${inputSize}`, className)}>
      <input type={shown ? 'text' : 'password'} spellCheck={false} {...rest} />
      <button
        type="button"
        className="ui-chip-remove"
        aria-label={shown ? words.hidePassword : words.showPassword}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'mask' : 'eye'} size={16} />
      </button>
    </span>
  );
}

/** A secret of one or many lines, hidden until the person shows it. Line breaks stay. */
export function SecretInput({
  className,
  value,
  ...rest
}: Omit<ComponentProps<'textarea'>, 'value' | 'rows'> & { readonly value: string }) {
  const words = useUiWords();
  const [shown, setShown] = useState(false);
  const lines = value.split('\n').length;
  return (
    <span className={classNames('ui-input ui-secret', className)}>
      <textarea
        className={classNames('ui-mono', !shown && 'ui-masked')}
        rows={Math.min(8, Math.max(2, lines))}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        {...rest}
      />
      <button
        type="button"
        className="ui-chip-remove"
        aria-label={shown ? words.hideValue : words.showValue}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
      >
        <Icon name={shown ? 'mask' : 'eye'} size={16} />
      </button>
    </span>
  );
}

export interface SearchInputProps extends Omit<InputProps, 'icon' | 'unit' | 'type' | 'value' | 'onChange'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SearchInput({ value, onChange, inputSize = 'md', className, ...rest }: SearchInputProps) {
  const words = useUiWords();
  return (
    <span className={classNames('ui-input', inputSize !== 'md' && `ui-input-${inputSize}`, className)}>
      <Icon name="search" size={14} />
      <input
        type="search"
        autoComplete="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        {...rest}
      />
      {value !== '' && (
        <button type="button" className="ui-chip-remove" aria-label={words.clear} onClick={() => onChange('')}>
          <Icon name="x" size={12} />
        </button>
      )}
    </span>
  );
}
