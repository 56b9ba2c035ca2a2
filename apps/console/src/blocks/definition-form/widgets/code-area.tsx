import { lazy, Suspense, useRef, type ReactNode } from 'react';
import { Button, Menu, MenuItem, type FieldControl } from '@acequia/ui';
import type { FieldSet } from '@acequia/event';
import { useTexts } from '#i18n/use-texts.ts';
import { formTexts } from '../texts.ts';
import { fieldOptions } from './field-widget.tsx';
import { PlainCode } from './plain-code.tsx';

export interface CodeAreaProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly control: FieldControl;
  readonly disabled: boolean;
  /** Said at once, while typing. */
  readonly error?: ReactNode;
  readonly fields: FieldSet | undefined;
  /** Offers the functions of the expression language. */
  readonly functions?: boolean;
  readonly rows?: number;
  readonly placeholder?: string | undefined;
  readonly end?: ReactNode;
}

/** Brings every function along. */
const FunctionMenu = lazy(() => import('./function-menu.tsx').then((module) => ({ default: module.FunctionMenu })));

/** Source text with the fields and functions at hand. */
export function CodeArea({
  value,
  onChange,
  control,
  disabled,
  error,
  fields,
  functions: offerFunctions = false,
  rows = 2,
  placeholder,
  end,
}: CodeAreaProps) {
  const t = useTexts(formTexts);
  const area = useRef<HTMLTextAreaElement>(null);
  const insert = (text: string) => {
    const element = area.current;
    const from = element?.selectionStart ?? value.length;
    const to = element?.selectionEnd ?? value.length;
    onChange(value.slice(0, from) + text + value.slice(to));
    requestAnimationFrame(() => {
      element?.focus();
      element?.setSelectionRange(from + text.length, from + text.length);
    });
  };
  const options = fieldOptions(fields, undefined).slice(0, 60);
  return (
    <div className="flex flex-col gap-1.5">
      <PlainCode
        area={area}
        rows={rows}
        control={control}
        error={error}
        value={value}
        disabled={disabled}
        placeholder={placeholder}
        onChange={onChange}
      />
      {!disabled && (
        <div className="flex items-center gap-1 -ml-1">
          <Menu
            align="start"
            trigger={
              <Button variant="ghost" size="sm" icon="plus">
                {t('insertField')}
              </Button>
            }
          >
            {options.map((option) => (
              <MenuItem key={option.value} onSelect={() => insert(`\${${option.value}}`)} end={option.end} className="ui-mono">
                {option.value}
              </MenuItem>
            ))}
          </Menu>
          {offerFunctions && (
            <Suspense>
              <FunctionMenu onPick={insert} />
            </Suspense>
          )}
          {end}
        </div>
      )}
    </div>
  );
}
