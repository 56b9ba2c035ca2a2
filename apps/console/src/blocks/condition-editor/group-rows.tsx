import { Button, Checkbox, classNames, IconButton, Segmented } from '@acequia/ui';
import type { OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { emptyRow, isGroup, type Group, type Member } from './model/condition-rows.ts';
import { TestRow } from './test-row.tsx';
import { conditionTexts } from './texts.ts';

/** Catalogue 3: groups to this depth in the visual form. */
const depthMax = 3;

export interface GroupRowsProps {
  readonly group: Group;
  readonly onChange: (group: Group) => void;
  readonly fields: OfferedFields | undefined;
  readonly readOnly: boolean;
  /** 1 at the top. */
  readonly depth: number;
  readonly onRemove?: () => void;
}

export function GroupRows({ group, onChange, fields, readOnly, depth, onRemove }: GroupRowsProps) {
  const t = useTexts(conditionTexts);
  const put = (index: number, member: Member) => onChange({ ...group, members: group.members.with(index, member) });
  const drop = (index: number) => onChange({ ...group, members: group.members.toSpliced(index, 1) });
  const add = (member: Member) => onChange({ ...group, members: [...group.members, member] });
  return (
    <div className={classNames('flex flex-col gap-2', depth > 1 && 'rounded-md border p-2.5')}>
      {(group.members.length > 1 || depth > 1) && (
        <div className="flex items-center gap-2">
          <Segmented
            label={t('join')}
            value={group.join}
            onChange={(join) => onChange({ ...group, join })}
            options={[
              { value: 'and', label: t('all') },
              { value: 'or', label: t('any') },
            ]}
          />
          {onRemove && (
            <IconButton className="ml-auto" icon="trash" size="sm" label={t('removeGroup')} disabled={readOnly} onClick={onRemove} />
          )}
        </div>
      )}
      {group.members.map((member, index) => (
        <div key={index} className="flex items-start gap-2">
          <label className="flex items-center gap-1.5 h-(--control-h) text-xs text-muted">
            <Checkbox checked={member.not} disabled={readOnly} onChange={(not) => put(index, { ...member, not })} />
            {t('not')}
          </label>
          <div className="flex-1 min-w-0">
            {isGroup(member.item) ? (
              <GroupRows
                group={member.item}
                onChange={(item) => put(index, { ...member, item })}
                fields={fields}
                readOnly={readOnly}
                depth={depth + 1}
                onRemove={() => drop(index)}
              />
            ) : (
              <TestRow
                row={member.item}
                onChange={(item) => put(index, { ...member, item })}
                fields={fields}
                readOnly={readOnly}
                {...(group.members.length > 1 || depth > 1 ? { onRemove: () => drop(index) } : {})}
              />
            )}
          </div>
        </div>
      ))}
      {!readOnly && (
        <div className="flex gap-1">
          <Button size="sm" variant="ghost" icon="plus" onClick={() => add({ not: false, item: emptyRow })}>
            {t('addRow')}
          </Button>
          {depth < depthMax && (
            <Button
              size="sm"
              variant="ghost"
              icon="group"
              onClick={() =>
                add({ not: false, item: { join: group.join === 'and' ? 'or' : 'and', members: [{ not: false, item: emptyRow }] } })
              }
            >
              {t('addGroup')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
