import { Field, Input, type FieldProps, type InputProps } from '@acequia/ui';

type Props = Omit<FieldProps, 'children'> & Pick<InputProps, 'inputMode' | 'maxLength' | 'onBlur'>;

/** A needed line of text that the provider has given: an address, an identifier. */
export function ProviderField({
  value,
  onChange,
  inputMode,
  maxLength,
  onBlur,
  ...field
}: Props & { readonly value: string; readonly onChange: (value: string) => void }) {
  return (
    <Field required {...field}>
      {(control) => (
        <Input
          {...control}
          inputMode={inputMode}
          maxLength={maxLength}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </Field>
  );
}
