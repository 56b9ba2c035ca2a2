import { Button, Menu, MenuItem, TypeChip } from '@acequia/ui';
import type { FieldSet } from '@acequia/event';
import type { ReactNode } from 'react';
import { useTexts } from '#i18n/use-texts.ts';
import { FunctionMenu } from './function-menu.tsx';
import { knownFields } from './languages/field-offers.ts';
import { sourceTexts } from './texts.ts';

const fieldsMax = 60;

export interface SourceToolsProps {
  readonly fields: FieldSet | undefined;
  readonly functions?: boolean;
  readonly onInsert: (text: string) => void;
  readonly end?: ReactNode;
}

/** What the pointer may put into a source text: the fields that arrive and, in expressions, the functions. */
export function SourceTools({ fields, functions = false, onInsert, end }: SourceToolsProps) {
  const t = useTexts(sourceTexts);
  return (
    <div className="flex flex-wrap items-center gap-1 -ml-1">
      <Menu
        align="start"
        trigger={
          <Button variant="ghost" size="sm" icon="plus">
            {t('insertField')}
          </Button>
        }
      >
        {knownFields(fields)
          .slice(0, fieldsMax)
          .map(([name, type]) => (
            <MenuItem
              key={name}
              onSelect={() => onInsert(`\${${name}}`)}
              end={type !== 'unknown' && <TypeChip type={type} />}
              className="ui-mono"
            >
              {name}
            </MenuItem>
          ))}
      </Menu>
      {functions && <FunctionMenu onPick={onInsert} />}
      <span className="ui-hint">{t('asksHelp')}</span>
      {end}
    </div>
  );
}
