import { Field, PasswordInput } from '@acequia/ui';
import { PasswordRules } from '#blocks/password/password-rules.tsx';

/** A password to be, with its rules checked as it is typed. */
export function NewPassword({
  value,
  onChange,
  told,
  autoFocus = false,
  label,
}: {
  readonly value: string;
  readonly onChange: (password: string) => void;
  /** What `useToldFaults` gives for it. */
  readonly told: object;
  readonly autoFocus?: boolean;
  readonly label: string;
}) {
  return (
    <>
      <Field label={label} required {...told}>
        {(control) => (
          <PasswordInput
            {...control}
            autoComplete="new-password"
            autoFocus={autoFocus}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        )}
      </Field>
      <PasswordRules password={value} />
    </>
  );
}
