import { Checkbox, Combobox, Input, Select, Textarea } from '@acequia/ui';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFormSurroundings } from '../form-context.ts';
import { offeredOptions, optionsOf } from '../model/describe-fields.ts';
import { formTexts } from '../texts.ts';
import { useTyped } from './use-typed.ts';
import { textOf, type WidgetProps } from './widget.ts';

/** An emptied optional field leaves the configuration; one that must be filled, or where an empty text means something, keeps it. */
function entered({ hint }: WidgetProps['field'], text: string): unknown {
  return text === '' && !hint.required && hint.bounds?.min !== 0 ? undefined : text;
}

function TextInput({ mono = false, ...props }: WidgetProps & { readonly mono?: boolean }) {
  const { field, onChange, control, disabled, placeholder } = props;
  const typed = useTyped(props, (text) => entered(field, text));
  const change = (text: string) => {
    typed.type(text);
    onChange(entered(field, text));
  };
  return (
    <Input
      {...control}
      mono={mono}
      spellCheck={false}
      value={typed.text}
      disabled={disabled}
      placeholder={placeholder}
      onBlur={typed.leave}
      onChange={(event) => change(event.target.value)}
    />
  );
}

/** One line; where this installation knows the values, a choice of them. A value it does not know stays among them. */
export function TextWidget(props: WidgetProps) {
  const t = useTexts(formTexts);
  const { choices } = useFormSurroundings();
  const { field, value, onChange, control, label, disabled } = props;
  const offered = field.hint.options === undefined ? [] : (choices[field.hint.options] ?? []);
  if (offered.length === 0) return <TextInput {...props} />;
  const chosen = textOf(value);
  const options =
    chosen === '' || offered.some((choice) => choice.value === chosen) ? offered : [{ value: chosen, label: chosen }, ...offered];
  return (
    <Select
      {...control}
      aria-label={label}
      value={chosen === '' ? undefined : chosen}
      onChange={onChange}
      options={options}
      placeholder={t('choose')}
      disabled={disabled}
    />
  );
}

export function MonoWidget(props: WidgetProps) {
  return <TextInput {...props} mono />;
}

export function TextareaWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  return (
    <Textarea
      {...control}
      value={textOf(value)}
      disabled={disabled}
      placeholder={placeholder}
      onChange={(event) => onChange(entered(field, event.target.value))}
    />
  );
}

const readNumber = (text: string): unknown => (text.trim() === '' ? undefined : Number.isNaN(Number(text)) ? text : Number(text));

/** Keeps what is typed as it is typed; the value is a number only while the text is one. */
export function NumberWidget(props: WidgetProps) {
  const { field, onChange, control, disabled, placeholder } = props;
  const typed = useTyped(props, readNumber);
  const change = (text: string) => {
    typed.type(text);
    onChange(readNumber(text));
  };
  return (
    <Input
      {...control}
      className="ui-num"
      inputMode={field.hint.widget === 'number' ? 'decimal' : 'numeric'}
      value={typed.text}
      disabled={disabled}
      placeholder={placeholder}
      onBlur={typed.leave}
      onChange={(event) => change(event.target.value)}
    />
  );
}

export function ChoiceWidget({ field, value, onChange, control, label, disabled }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const options = offeredOptions(field, value).map((option) => ({
    value: option,
    label: field.words.options?.[option]?.[language] ?? option,
  }));
  return (
    <Select
      {...control}
      aria-label={label}
      value={typeof value === 'string' ? value : undefined}
      onChange={onChange}
      options={options}
      placeholder={t('choose')}
      disabled={disabled}
    />
  );
}

export function ChoicesWidget({ field, value, onChange, label, disabled }: WidgetProps) {
  const language = useLanguage();
  const chosen = Array.isArray(value) ? (value as readonly string[]) : [];
  return (
    <div role="group" aria-label={label} className="flex flex-wrap gap-x-5 gap-y-2 pt-1">
      {optionsOf(field.schema).map((option) => (
        <label key={option} className="flex items-center gap-2">
          <Checkbox
            checked={chosen.includes(option)}
            disabled={disabled}
            onChange={(on) => onChange(on ? [...chosen, option] : chosen.filter((other) => other !== option))}
          />
          {field.words.options?.[option]?.[language] ?? option}
        </label>
      ))}
    </div>
  );
}

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value }));

export function TimezoneWidget({ value, onChange, control, disabled }: WidgetProps) {
  return <Combobox {...control} value={textOf(value)} onChange={onChange} options={zones} disabled={disabled} />;
}
