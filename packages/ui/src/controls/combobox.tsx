import { Fragment, useCallback, useId, useRef, useState, type ReactNode } from 'react';
import { Popover } from 'radix-ui';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/icon.tsx';
import { useUiWords } from '../ui-words.tsx';
import { rankMatches } from './rank-matches.ts';

export interface ComboboxOption {
  readonly value: string;
  readonly label?: string;
  readonly end?: ReactNode;
  /** Heading of the options at the end, which it is listed under. */
  readonly section?: string;
}

export interface ComboboxProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboboxOption[];
  /** Only options may be chosen; the label of the chosen one is shown instead of its value. */
  readonly showLabel?: boolean;
  readonly placeholder?: string;
  readonly mono?: boolean;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: boolean;
  readonly 'aria-required'?: boolean;
}

const shownMax = 100;

/** A text with suggestions: any text may be typed, the list narrows while typing. Enter takes the option that the typed text begins. */
export function Combobox({ value, onChange, options, showLabel = false, placeholder, mono, disabled, ...rest }: ComboboxProps) {
  const words = useUiWords();
  const list = useId();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState(false);
  /** Of the option that the keys or the pointer lead to. */
  const [led, setLed] = useState<number>();
  const [sought, setSought] = useState('');
  const input = useRef<HTMLInputElement>(null);
  /** The pointer chooses among what is in sight; only the keys may lead out of it. */
  const byKeys = useRef(false);
  const showActive = useCallback((option: HTMLElement | null) => {
    if (byKeys.current) option?.scrollIntoView({ block: 'nearest' });
  }, []);
  const filter = typed ? (showLabel ? sought : value) : '';
  const shown = !showLabel ? value : typed ? sought : (options.find((option) => option.value === value)?.label ?? value);
  const named = options.map((option) => ({ ...option, label: option.label ?? option.value, last: option.section !== undefined }));
  const matches = rankMatches(named, filter).slice(0, shownMax);
  const active = led ?? bestMatch(matches, filter, showLabel);
  // A text that may be anything needs no word on what it does not match, and what it would cover is needed next.
  const hasList = showLabel ? options.length > 0 : matches.length > 0;
  const choose = (option: ComboboxOption) => {
    onChange(option.value);
    setOpen(false);
    setTyped(false);
    setLed(undefined);
  };
  const move = (step: number) => {
    setOpen(true);
    byKeys.current = true;
    const from = active < 0 && step < 0 ? 0 : active;
    setLed(matches.length === 0 ? undefined : (from + step + matches.length) % matches.length);
  };
  return (
    <Popover.Root open={open && !disabled && hasList} onOpenChange={setOpen}>
      <Popover.Anchor asChild>
        <span className={classNames('ui-input', mono && 'ui-mono')}>
          <input
            ref={input}
            role="combobox"
            aria-expanded={open && hasList}
            aria-controls={list}
            aria-autocomplete="list"
            aria-activedescendant={open && active >= 0 ? `${list}-${active}` : undefined}
            autoComplete="off"
            spellCheck={false}
            value={shown}
            placeholder={placeholder}
            disabled={disabled}
            {...rest}
            onChange={(event) => {
              if (showLabel) setSought(event.target.value);
              else onChange(event.target.value);
              setTyped(true);
              setLed(undefined);
              setOpen(true);
            }}
            onClick={() => setOpen(true)}
            onBlur={() => {
              setOpen(false);
              setTyped(false);
            }}
            onKeyDown={(event) => {
              if (event.key === 'ArrowDown') {
                event.preventDefault();
                move(1);
              } else if (event.key === 'ArrowUp') {
                event.preventDefault();
                move(-1);
              } else if (event.key === 'Enter' && open && matches[active]) {
                event.preventDefault();
                choose(matches[active]);
              } else if (event.key === 'Escape' && open) {
                event.preventDefault();
                event.stopPropagation();
                setOpen(false);
              }
            }}
          />
          <Icon name="chevron-down" size={14} />
        </span>
      </Popover.Anchor>
      <Popover.Portal>
        <Popover.Content
          className="ui-pop ui-menu"
          align="start"
          sideOffset={4}
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => input.current?.contains(event.target as Node) && event.preventDefault()}
        >
          <div id={list} role="listbox">
            {matches.map((option, index) => (
              <Fragment key={option.value}>
                {option.section !== undefined && option.section !== matches[index - 1]?.section && (
                  <p className="ui-menu-label" role="presentation">
                    {option.section}
                  </p>
                )}
                <div
                  id={`${list}-${index}`}
                  ref={index === active ? showActive : undefined}
                  role="option"
                  aria-selected={index === active}
                  className={classNames('ui-menu-item', mono && 'ui-mono')}
                  onPointerMove={() => {
                    byKeys.current = false;
                    setLed(index);
                  }}
                  onPointerDown={(event) => {
                    event.preventDefault();
                    choose(option);
                  }}
                >
                  {option.label}
                  {option.end && <span className="ui-menu-end">{option.end}</span>}
                </div>
              </Fragment>
            ))}
            {matches.length === 0 && <p className="ui-menu-label">{words.noOptions}</p>}
          </div>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The place of the option that Enter takes by itself; -1: what was typed stays as it is, unless `only` options may be chosen. */
function bestMatch(matches: readonly { readonly label: string }[], typed: string, only: boolean): number {
  if (typed === '' || matches.length === 0) return -1;
  const sought = typed.toLowerCase();
  const same = matches.findIndex(({ label }) => label.toLowerCase() === sought);
  return same >= 0 ? same : only || matches[0]!.label.toLowerCase().startsWith(sought) ? 0 : -1;
}
