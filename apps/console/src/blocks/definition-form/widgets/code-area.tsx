import { useRef, type ReactNode } from 'react';
import { Button, FieldNote, Menu, MenuItem, MenuLabel, Textarea, type FieldControl } from '@acequia/ui';
import { expressionFunctions, signatureText, type FieldSet } from '@acequia/event';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { formTexts } from '../texts.ts';
import { fieldOptions } from './field-widget.tsx';

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

const functions = [...expressionFunctions.values()];

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
  const language = useLanguage();
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
      <Textarea
        ref={area}
        mono
        rows={rows}
        {...control}
        {...(error ? { 'aria-invalid': true } : {})}
        value={value}
        disabled={disabled}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      {error && <FieldNote error={error} />}
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
            <Menu
              align="start"
              trigger={
                <Button variant="ghost" size="sm" icon="math">
                  {t('insertFunction')}
                </Button>
              }
            >
              {functions.map((definition, index) => (
                <FunctionItem
                  key={definition.name}
                  title={functions[index - 1]?.group === definition.group ? undefined : definition.group}
                  signature={signatureText(definition)}
                  doc={definition.doc[language]}
                  onSelect={() => insert(`${definition.name}(`)}
                />
              ))}
            </Menu>
          )}
          {end}
        </div>
      )}
    </div>
  );
}

function FunctionItem({
  title,
  signature,
  doc,
  onSelect,
}: {
  readonly title: string | undefined;
  readonly signature: string;
  readonly doc: string;
  readonly onSelect: () => void;
}) {
  return (
    <>
      {title && <MenuLabel>{title}</MenuLabel>}
      <MenuItem onSelect={onSelect}>
        <span className="flex flex-col max-w-96">
          <code>{signature}</code>
          <span className="ui-hint">{doc}</span>
        </span>
      </MenuItem>
    </>
  );
}
