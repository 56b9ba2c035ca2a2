import { FieldNote, Textarea, TypeChip, type FieldControl } from '@acequia/ui';
import { compilePattern, compileRegex, parseTemplate, type StoredExpression } from '@acequia/event';
import { ConditionEditor } from '#blocks/condition-editor/condition-editor.tsx';
import { ExpressionEditor } from '#blocks/condition-editor/expression-editor.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { faultText } from '../fault-text.ts';
import { useFormSurroundings } from '../form-context.ts';
import { formTexts } from '../texts.ts';
import { CodeArea } from './code-area.tsx';
import { textOf, type WidgetProps } from './widget.ts';

const stored = (value: unknown): StoredExpression | undefined =>
  typeof value === 'object' && value !== null ? (value as StoredExpression) : undefined;

export function TemplateWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const language = useLanguage();
  const { fields } = useFormSurroundings();
  const text = textOf(value);
  const parsed = parseTemplate(text);
  const keepEmpty = field.hint.required || field.hint.bounds?.min === 0;
  return (
    <CodeArea
      value={text}
      onChange={(next) => onChange(next === '' && !keepEmpty ? undefined : next)}
      control={control}
      disabled={disabled}
      fields={fields}
      rows={text.includes('\n') || text.length > 60 ? 4 : 1}
      placeholder={placeholder}
      {...(parsed.ok
        ? {}
        : {
            error: faultText(
              {
                path: '',
                code: parsed.error.code,
                severity: 'error',
                fields: { detail: parsed.error.detail, offset: parsed.error.offset },
              },
              language,
            ),
          })}
    />
  );
}

export function RegexWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const text = textOf(value);
  const compiled = text === '' ? undefined : compileRegex(text);
  const error =
    compiled && !compiled.ok
      ? `${compiled.error.hint[language]} ${t('patternPosition', { position: compiled.error.offset + 1 })}`
      : undefined;
  return (
    <PlainCode
      value={text}
      onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
      control={control}
      disabled={disabled}
      placeholder={placeholder}
      error={error}
    />
  );
}

export function PatternWidget({ field, value, onChange, control, disabled, placeholder }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const text = textOf(value);
  const compiled = text === '' ? undefined : compilePattern(text);
  const error =
    compiled && !compiled.ok
      ? faultText(
          {
            path: '',
            code: compiled.error.code,
            severity: 'error',
            fields: { detail: compiled.error.detail, offset: compiled.error.offset },
          },
          language,
        )
      : undefined;
  return (
    <>
      <PlainCode
        value={text}
        onChange={(next) => onChange(next === '' && !field.hint.required ? undefined : next)}
        control={control}
        disabled={disabled}
        placeholder={placeholder}
        error={error}
        rows={4}
      />
      {compiled?.ok && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 mt-1.5 ui-hint" role="status">
          {t('outputs', { count: compiled.value.outputs.length })}
          {compiled.value.outputs.slice(0, 40).map((output) => (
            <span key={output.name} className="inline-flex items-center gap-1 ui-mono">
              {output.name}
              {output.type !== 'unknown' && <TypeChip type={output.type} />}
            </span>
          ))}
        </div>
      )}
    </>
  );
}

export function ConditionWidget({ value, onChange, disabled, label }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ConditionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} label={label} />;
}

export function ExpressionWidget({ value, onChange, control, disabled }: WidgetProps) {
  const { fields } = useFormSurroundings();
  return <ExpressionEditor value={stored(value)} onChange={onChange} fields={fields} readOnly={disabled} control={control} />;
}

function PlainCode({
  value,
  onChange,
  control,
  disabled,
  placeholder,
  error,
  rows = 2,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly control: FieldControl;
  readonly disabled: boolean;
  readonly placeholder: string | undefined;
  readonly error: string | undefined;
  readonly rows?: number;
}) {
  return (
    <div className="flex flex-col gap-1.5">
      <Textarea
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
    </div>
  );
}
