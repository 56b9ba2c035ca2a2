import { Button, Menu, MenuItem, MenuLabel } from '@acequia/ui';
import { expressionFunctions, signatureText } from '@acequia/event';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { sourceTexts } from './texts.ts';

const functions = [...expressionFunctions.values()];

/** Every function of the expression language by group; what is picked is its name with the opening bracket. */
export function FunctionMenu({ onPick }: { readonly onPick: (text: string) => void }) {
  const t = useTexts(sourceTexts);
  const language = useLanguage();
  return (
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
          onSelect={() => onPick(`${definition.name}(`)}
        />
      ))}
    </Menu>
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
