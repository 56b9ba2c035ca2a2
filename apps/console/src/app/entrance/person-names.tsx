import { Field, Input } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { entranceTexts } from './texts.ts';

export interface Names {
  readonly name: string;
  readonly surname: string;
}

/** First and last name side by side. */
export function PersonNames({
  value,
  onChange,
  told,
  surnameRequired = false,
  autoFocus = false,
}: {
  readonly value: Names;
  readonly onChange: (part: Partial<Names>) => void;
  /** What `useToldFaults` gives for each. */
  readonly told: { readonly [K in keyof Names]?: object };
  readonly surnameRequired?: boolean;
  readonly autoFocus?: boolean;
}) {
  const t = useTexts(entranceTexts);
  return (
    <div className="grid grid-cols-2 gap-3">
      <Field label={t('name')} required {...told.name}>
        {(control) => (
          <Input
            {...control}
            autoComplete="given-name"
            autoFocus={autoFocus}
            maxLength={100}
            value={value.name}
            onChange={(event) => onChange({ name: event.target.value })}
          />
        )}
      </Field>
      <Field label={t('surname')} required={surnameRequired} {...told.surname}>
        {(control) => (
          <Input
            {...control}
            autoComplete="family-name"
            maxLength={100}
            value={value.surname}
            onChange={(event) => onChange({ surname: event.target.value })}
          />
        )}
      </Field>
    </div>
  );
}
