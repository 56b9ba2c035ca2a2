import { Suspense } from 'react';
import { FieldNote, SwitchRow, Field, Skeleton } from '@acequia/ui';
import type { ConfigFault, FieldWidget } from '@acequia/component-sdk/definition';
import type { Language, Localised } from '@acequia/component-sdk/text';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useFieldDocs } from './docs/docs-context.ts';
import { LearnMore } from './docs/learn-more.tsx';
import { faultText } from './fault-text.ts';
import { useFormSurroundings } from './form-context.ts';
import { fallbackOf, optionsOf, type FormField } from './model/describe-fields.ts';
import { exampleOf } from './model/example-of.ts';
import { formTexts } from './texts.ts';
import { useWidget } from './widget-context.ts';

export interface FormLineProps {
  readonly field: FormField;
  readonly titles: Readonly<Record<string, Localised>>;
  /** undefined: not named; the default is shown. */
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  /** Of this field, paths from here on. */
  readonly faults: readonly ConfigFault[];
  readonly path: string;
  /** The object the field stands in. */
  readonly siblings: Readonly<Record<string, unknown>>;
}

/** Short answers stand two on a line. */
const narrow: ReadonlySet<FieldWidget> = new Set<FieldWidget>([
  'integer',
  'number',
  'duration',
  'size',
  'port',
  'choice',
  'timezone',
  'name',
  'field',
]);
/** These draw the faults of their insides themselves. */
const composite: ReadonlySet<FieldWidget> = new Set<FieldWidget>(['list', 'map', 'object', 'condition', 'expression', 'operation']);

export function FormLine({ field, titles, value, onChange, faults, path, siblings }: FormLineProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const { readOnly, portRange } = useFormSurroundings();
  const { hint, words } = field;
  const shown = value === undefined ? fallbackOf(field.schema) : value;
  const own = faults.find((fault) => fault.path === '') ?? (composite.has(hint.widget) ? undefined : faults[0]);
  const label = words.label[language];
  const error =
    own && !isSaidInSource(own, hint.widget, shown) ? errorText(own, label, exampleOf(field, language), language, t) : undefined;
  const help = words.help?.[language] ?? defaultHelp(hint.widget, t);
  const place = narrow.has(hint.widget) && !hasLongOption(field, language) ? 'col-span-1' : 'col-span-2';
  const Widget = useWidget(field, siblings);
  const bounds = hint.widget === 'port' && portRange ? { from: portRange.from, to: portRange.to } : undefined;
  const needed = hint.required === true || hint.wanted === true;
  const docs = useFieldDocs();
  if (!Widget) return null;
  const documented = { field, path };
  const follow = docs ? { onFocusCapture: () => docs.follow(documented) } : {};
  if (hint.widget === 'boolean') {
    return (
      <div className="col-span-2" data-path={path} {...follow}>
        <div className="flex items-start gap-2">
          <div className="flex-1 min-w-0">
            <SwitchRow label={label} hint={words.help?.[language]} checked={shown === true} onChange={onChange} disabled={readOnly} />
          </div>
          <LearnMore at={documented} />
        </div>
        {error && <FieldNote error={error} />}
      </div>
    );
  }
  return (
    <div className={place} data-path={path} {...follow}>
      <Field
        label={label}
        end={<LearnMore at={documented} />}
        {...(needed || fallbackOf(field.schema) !== undefined ? {} : { optional: t('optional') })}
        {...(error ? { error } : {})}
        {...(bounds ? { hint: t('between', { min: bounds.from, max: bounds.to }) } : help ? { hint: help } : {})}
        {...(needed ? { required: true } : {})}
      >
        {(control) => (
          <Suspense fallback={<Skeleton height={32} />}>
            <Widget
              field={field}
              titles={titles}
              value={shown}
              onChange={onChange}
              faults={faults}
              path={path}
              siblings={siblings}
              control={control}
              label={label}
              disabled={readOnly}
              placeholder={words.placeholder?.[language]}
            />
          </Suspense>
        )}
      </Field>
    </div>
  );
}

/** Characters that half of the narrowest form shows whole. */
const halfChars = 17;

/** Whether a choice can be a text that half a line would cut. It does not depend on what is chosen, so that choosing moves nothing. */
const hasLongOption = (field: FormField, language: Language): boolean =>
  field.hint.widget === 'choice' &&
  optionsOf(field.schema).some((option) => (field.words.options?.[option]?.[language] ?? option).length > halfChars);

/** These underline the fault of their text, and say it there. */
const sources: ReadonlySet<FieldWidget> = new Set<FieldWidget>(['regex', 'pattern']);

const isSaidInSource = ({ code, fields }: ConfigFault, widget: FieldWidget, value: unknown): boolean =>
  value !== '' &&
  ((sources.has(widget) && (code === 'CONFIG_REGEX' || typeof fields?.['offset'] === 'number')) ||
    (widget === 'template' && code === 'EXPR_SYNTAX'));

/** What is wrong with the field, by its name where it is empty, and an example that works. */
function errorText(
  fault: ConfigFault,
  label: string,
  example: string | undefined,
  language: Language,
  t: (key: 'requiredHere' | 'example', values: Readonly<Record<string, string>>) => string,
): string {
  const text = fault.code === 'CONFIG_REQUIRED' ? t('requiredHere', { label }) : faultText(fault, language);
  return example === undefined ? text : `${text} ${t('example', { example })}`;
}

function defaultHelp(widget: FieldWidget, t: (key: 'durationHint' | 'sizeHint') => string): string | undefined {
  if (widget === 'duration') return t('durationHint');
  return widget === 'size' ? t('sizeHint') : undefined;
}
