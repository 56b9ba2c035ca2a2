import { useState, type KeyboardEvent } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { useUiWords } from '../ui-words.tsx';

export interface TagsInputProps {
  readonly value: readonly string[];
  readonly onChange: (value: readonly string[]) => void;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  /** Marks entries that are wrong. */
  readonly invalid?: (entry: string) => boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
}

/** Several short texts; Enter, Tab or a comma ends one, Backspace in the empty field takes the last one back. */
export function TagsInput({ value, onChange, placeholder, mono, disabled, invalid, ...rest }: TagsInputProps) {
  const words = useUiWords();
  const [text, setText] = useState('');
  const add = (entered: string) => {
    const fresh = entered
      .split(/[\n,]+/)
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '' && !value.includes(entry));
    if (fresh.length > 0) onChange([...value, ...new Set(fresh)]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.key === 'Enter' || event.key === ',') && text.trim() !== '') {
      event.preventDefault();
      add(text);
    } else if (event.key === 'Enter') {
      event.preventDefault();
    } else if (event.key === 'Backspace' && text === '' && value.length > 0) {
      onChange(value.slice(0, -1));
    }
  };
  return (
    <div className={classNames('ui-input', mono && 'ui-mono')} data-multi>
      {value.map((entry) => (
        <span
          key={entry}
          className={classNames('ui-chip ui-chip-entry', invalid?.(entry) && 'ui-chip-bad')}
          data-invalid={invalid?.(entry) || undefined}
        >
          {entry}
          <button
            type="button"
            className="ui-chip-remove"
            disabled={disabled}
            aria-label={`${words.remove} ${entry}`}
            onClick={() => onChange(value.filter((other) => other !== entry))}
          >
            <Icon name="x" size={12} />
          </button>
        </span>
      ))}
      <input
        value={text}
        disabled={disabled}
        placeholder={value.length === 0 ? placeholder : undefined}
        autoComplete="off"
        spellCheck={false}
        {...rest}
        onChange={(event) => (event.target.value.includes(',') ? add(event.target.value) : setText(event.target.value))}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (!/[\n,]/.test(pasted)) return;
          event.preventDefault();
          add(text + pasted);
        }}
      />
    </div>
  );
}
