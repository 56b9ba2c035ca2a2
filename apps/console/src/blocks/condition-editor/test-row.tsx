import { CheckboxRow, Combobox, IconButton, Input, Select, TagsInput } from '@acequia/ui';
import { operatorOf, typeOfField, type TestOp } from '@acequia/event';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useFieldOptions } from '#blocks/field-offers/use-field-options.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { opsFor, type Row } from './model/condition-rows.ts';
import { conditionTexts } from './texts.ts';

/** Field, operator, value. */
export function TestRow({
  row,
  onChange,
  fields,
  readOnly,
  onRemove,
}: {
  readonly row: Row;
  readonly onChange: (row: Row) => void;
  readonly fields: OfferedFields | undefined;
  readonly readOnly: boolean;
  readonly onRemove?: () => void;
}) {
  const t = useTexts(conditionTexts);
  const options = useFieldOptions(fields);
  const type = fields ? typeOfField(fields, row.field) : undefined;
  const offered = opsFor(type);
  const ops = offered.includes(row.op) ? offered : [row.op, ...offered];
  const right = operatorOf(row.op).right;
  const changeOp = (op: TestOp) => {
    const count = { none: 0, one: 1, two: 2, list: row.values.length, 'list-or-one': row.values.length }[operatorOf(op).right];
    onChange({ ...row, op, values: Array.from({ length: count }, (_, index) => row.values[index] ?? '') });
  };
  const setValue = (index: number, text: string) => onChange({ ...row, values: row.values.with(index, text) });
  return (
    <div className="@container flex flex-col gap-1.5">
      <div className="flex items-start gap-2">
        <div className="grid gap-2 flex-1 min-w-0 grid-cols-2 @md:grid-cols-[minmax(0,3fr)_minmax(0,3fr)_minmax(0,4fr)]">
          <div className="col-span-2 @md:col-span-1">
            <Combobox
              mono
              aria-label={t('field')}
              placeholder={t('field')}
              value={row.field}
              onChange={(field) => onChange({ ...row, field })}
              options={options}
              disabled={readOnly}
            />
          </div>
          <Select
            aria-label={t('operator')}
            value={row.op}
            onChange={changeOp}
            options={ops.map((op) => ({ value: op, label: t(op) }))}
            disabled={readOnly}
          />
          {right === 'none' && <span />}
          {right === 'one' && (
            <Input
              mono
              aria-label={t('value')}
              placeholder={t('value')}
              value={row.values[0] ?? ''}
              disabled={readOnly}
              onChange={(event) => onChange({ ...row, values: [event.target.value] })}
            />
          )}
          {right === 'two' && (
            <span className="flex gap-2">
              <Input
                mono
                aria-label={t('from')}
                placeholder={t('from')}
                value={row.values[0] ?? ''}
                disabled={readOnly}
                onChange={(event) => setValue(0, event.target.value)}
              />
              <Input
                mono
                aria-label={t('to')}
                placeholder={t('to')}
                value={row.values[1] ?? ''}
                disabled={readOnly}
                onChange={(event) => setValue(1, event.target.value)}
              />
            </span>
          )}
          {(right === 'list' || right === 'list-or-one') && (
            <TagsInput
              mono
              aria-label={t('value')}
              placeholder={t('listPlaceholder')}
              value={row.values.filter((text) => text !== '')}
              disabled={readOnly}
              onChange={(values) => onChange({ ...row, values })}
            />
          )}
        </div>
        {onRemove && <IconButton icon="x" label={t('removeRow')} disabled={readOnly} onClick={onRemove} />}
      </div>
      {operatorOf(row.op).ignoreCase && (type === undefined || type === 'string' || type === 'unknown') && (
        <CheckboxRow
          label={<span className="text-xs text-muted">{t('ignoreCase')}</span>}
          checked={row.ignoreCase}
          disabled={readOnly}
          onChange={(ignoreCase) => onChange({ ...row, ignoreCase })}
        />
      )}
    </div>
  );
}
