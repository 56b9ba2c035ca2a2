import { Button, Menu, MenuItem } from '@acequia/ui';
import type { ReactNode } from 'react';
import { FieldFacts } from '#blocks/field-offers/field-facts.tsx';
import { offeredFields, type OfferedFields } from '#blocks/field-offers/offered-fields.ts';
import { useTexts } from '#i18n/use-texts.ts';
import { FunctionMenu } from './function-menu.tsx';
import { sourceTexts } from './texts.ts';

const fieldsMax = 60;

export interface SourceToolsProps {
  readonly fields: OfferedFields | undefined;
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
        {offeredFields(fields)
          .slice(0, fieldsMax)
          .map((offer) => (
            <MenuItem
              key={offer.name}
              onSelect={() => onInsert(`\${${offer.name}}`)}
              end={<FieldFacts offer={offer} />}
              className="ui-mono"
            >
              {offer.name}
            </MenuItem>
          ))}
      </Menu>
      {functions && <FunctionMenu onPick={onInsert} />}
      <span className="ui-hint">{t('asksHelp')}</span>
      {end}
    </div>
  );
}
