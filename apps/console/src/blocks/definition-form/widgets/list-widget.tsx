import { Button, FieldNote, IconButton, Input, TagsInput } from '@acequia/ui';
import { hintOf, unwrap } from '@acequia/component-sdk/definition';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import * as z from 'zod';
import { faultText } from '../fault-text.ts';
import { useFormSurroundings } from '../form-context.ts';
import { FieldGroup } from '../field-group.tsx';
import { FormLine } from '../form-line.tsx';
import { elementOf, freshValue } from '../model/describe-fields.ts';
import { faultsUnder } from '../model/faults.ts';
import { formTexts } from '../texts.ts';
import type { WidgetProps } from './widget.ts';

const tagLike = new Set(['text', 'cidr', 'name', 'integer', 'field']);

/** Objects become cards, short texts become tags, everything else one line each. */
export function ListWidget(props: WidgetProps) {
  const element = elementOf(props.field.schema);
  if (!element) return null;
  if (unwrap(element) instanceof z.ZodObject) return <ObjectRows {...props} element={element} />;
  const widget = hintOf(element)?.widget ?? 'text';
  return tagLike.has(widget) ? (
    <TagRows {...props} element={element} numeric={widget === 'integer'} />
  ) : (
    <Rows {...props} element={element} />
  );
}

interface ListProps extends WidgetProps {
  readonly element: z.core.$ZodType;
}

const entriesOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : []);

function TagRows({
  field,
  value,
  onChange,
  control,
  disabled,
  placeholder,
  faults,
  element,
  numeric,
}: ListProps & { readonly numeric: boolean }) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const entries = entriesOf(value).map(String);
  const wrong = faults.find((fault) => fault.path !== '');
  return (
    <>
      <TagsInput
        {...control}
        mono
        value={entries}
        onChange={(next) => onChange(numeric ? next.map((entry) => (Number.isNaN(Number(entry)) ? entry : Number(entry))) : next)}
        disabled={disabled}
        placeholder={placeholder ?? t('listPlaceholder')}
        invalid={(entry) =>
          !z.safeParse(element, numeric ? Number(entry) : entry).success ||
          faults.some((fault) => fault.path === String(entries.indexOf(entry)))
        }
      />
      <OpenFolders field={field} entries={entries} onChange={onChange} disabled={disabled} />
      {wrong && <FieldNote error={faultText(wrong, language)} />}
    </>
  );
}

/** For files on a worker: the folders it may read, each a beginning of a pattern. */
function OpenFolders({
  field,
  entries,
  onChange,
  disabled,
}: Pick<WidgetProps, 'field' | 'onChange' | 'disabled'> & { readonly entries: readonly string[] }) {
  const t = useTexts(formTexts);
  const { choices } = useFormSurroundings();
  const folders = field.hint.options === undefined ? [] : (choices[field.hint.options] ?? []);
  if (folders.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-1.5 mt-1.5">
      <span className="ui-hint">{t('openFolders')}</span>
      {folders.map(({ value, label }) => {
        const pattern = `${value.replace(/\/$/, '')}/*.log`;
        return (
          <Button
            key={value}
            size="sm"
            variant="ghost"
            icon="plus"
            disabled={disabled || entries.includes(pattern)}
            aria-label={t('addPattern', { pattern })}
            onClick={() => onChange([...entries, pattern])}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}

function Rows({ field, titles, value, onChange, disabled, faults, path, element }: ListProps) {
  const t = useTexts(formTexts);
  const entries = entriesOf(value);
  const hint = hintOf(element) ?? { widget: 'text' as const };
  return (
    <div className="flex flex-col gap-2">
      {entries.map((entry, index) => (
        <div key={index} className="flex items-start gap-1">
          <div className="grid grid-cols-2 flex-1">
            <FormLine
              field={{
                name: String(index),
                schema: element,
                hint,
                words: { ...field.words, label: { en: `${index + 1}`, es: `${index + 1}` } },
              }}
              titles={titles}
              value={entry}
              faults={faultsUnder(faults, String(index))}
              path={`${path}.${index}`}
              siblings={{}}
              onChange={(next) => onChange(entries.with(index, next ?? ''))}
            />
          </div>
          <RemoveButton index={index} disabled={disabled} onRemove={() => onChange(entries.toSpliced(index, 1))} />
        </div>
      ))}
      <AddButton disabled={disabled} onAdd={() => onChange([...entries, freshValue(element) ?? ''])} text={t('addEntry')} />
    </div>
  );
}

function ObjectRows({ field, titles, value, onChange, disabled, faults, path, element }: ListProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const entries = entriesOf(value) as readonly Readonly<Record<string, unknown>>[];
  return (
    <div className="flex flex-col gap-2">
      {entries.length === 0 && <p className="ui-hint">{t('emptyList')}</p>}
      {entries.map((entry, index) => (
        <div key={index} className="rounded-md border p-3 flex flex-col gap-3">
          <div className="flex items-center gap-1 -my-1">
            <span className="text-xs text-muted font-medium flex-1">{t('entry', { index: index + 1 })}</span>
            {index > 0 && (
              <IconButton
                icon="chevron-up"
                size="sm"
                label={t('moveUp')}
                disabled={disabled}
                onClick={() => onChange(moved(entries, index, -1))}
              />
            )}
            {index < entries.length - 1 && (
              <IconButton
                icon="chevron-down"
                size="sm"
                label={t('moveDown')}
                disabled={disabled}
                onClick={() => onChange(moved(entries, index, 1))}
              />
            )}
            <RemoveButton index={index} disabled={disabled} onRemove={() => onChange(entries.toSpliced(index, 1))} />
          </div>
          <FieldGroup
            schema={element}
            words={field.words.fields ?? {}}
            titles={titles}
            value={entry}
            onChange={(next) => onChange(entries.with(index, next))}
            faults={faultsUnder(faults, String(index))}
            path={`${path}.${index}`}
          />
        </div>
      ))}
      <AddButton
        disabled={disabled}
        onAdd={() => onChange([...entries, freshValue(element, entries, language) ?? {}])}
        text={t('addEntry')}
      />
    </div>
  );
}

const moved = <T,>(entries: readonly T[], index: number, step: 1 | -1): readonly T[] =>
  entries.with(index, entries[index + step]!).with(index + step, entries[index]!);

function RemoveButton({
  index,
  disabled,
  onRemove,
}: {
  readonly index: number;
  readonly disabled: boolean;
  readonly onRemove: () => void;
}) {
  const t = useTexts(formTexts);
  return <IconButton icon="trash" size="sm" label={t('removeEntry', { index: index + 1 })} disabled={disabled} onClick={onRemove} />;
}

function AddButton({ text, disabled, onAdd }: { readonly text: string; readonly disabled: boolean; readonly onAdd: () => void }) {
  return (
    <div>
      <Button size="sm" icon="plus" disabled={disabled} onClick={onAdd}>
        {text}
      </Button>
    </div>
  );
}

/** Fields that belong together. */
export function ObjectWidget({ field, titles, value, onChange, faults, path }: WidgetProps) {
  const inner = typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  return (
    <div className="rounded-md border p-3 flex flex-col gap-3">
      <FieldGroup
        schema={field.schema}
        words={field.words.fields ?? {}}
        titles={titles}
        value={inner}
        onChange={onChange}
        faults={faults}
        path={path}
      />
    </div>
  );
}

/** Names and texts; kept in order, an unfinished line stays until it has a name. */
export function MapWidget({ value, onChange, disabled, faults, label }: WidgetProps) {
  const t = useTexts(formTexts);
  const language = useLanguage();
  const lines = Object.entries((typeof value === 'object' && value !== null ? value : {}) as Readonly<Record<string, string>>);
  const write = (next: readonly (readonly [string, string])[]) => onChange(Object.fromEntries(next));
  const wrong = faults.find((fault) => fault.path !== '');
  const fresh = lines.some(([name]) => name === '');
  return (
    <div className="flex flex-col gap-2" role="group" aria-label={label}>
      {lines.map(([name, text], index) => (
        <div key={index} className="flex items-center gap-2">
          <Input
            mono
            className="flex-1"
            aria-label={t('key')}
            value={name}
            disabled={disabled}
            onChange={(event) =>
              !lines.some(([other], place) => place !== index && other === event.target.value) &&
              write(lines.with(index, [event.target.value, text]))
            }
          />
          <Input
            mono
            className="flex-1"
            aria-label={t('mapValue')}
            value={text}
            disabled={disabled}
            onChange={(event) => write(lines.with(index, [name, event.target.value]))}
          />
          <RemoveButton index={index} disabled={disabled} onRemove={() => write(lines.toSpliced(index, 1))} />
        </div>
      ))}
      {wrong && <FieldNote error={faultText(wrong, language)} />}
      <AddButton disabled={disabled || fresh} onAdd={() => write([...lines, ['', '']])} text={t('addEntry')} />
    </div>
  );
}
