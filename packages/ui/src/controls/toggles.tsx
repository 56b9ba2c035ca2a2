import { Checkbox as RadixCheckbox, RadioGroup, Switch as RadixSwitch } from 'radix-ui';
import { useId, type ReactNode } from 'react';
import { Icon } from '../icons/icon.tsx';
import type { IconName } from '../icons/paths.tsx';

interface ToggleProps {
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly 'aria-describedby'?: string;
  readonly 'aria-invalid'?: true;
}

export function Switch({ onChange, ...rest }: ToggleProps) {
  return (
    <RadixSwitch.Root className="ui-switch" onCheckedChange={onChange} {...rest}>
      <RadixSwitch.Thumb />
    </RadixSwitch.Root>
  );
}

export function Checkbox({ onChange, mixed, checked, ...rest }: ToggleProps & { readonly mixed?: boolean }) {
  return (
    <RadixCheckbox.Root
      className="ui-check"
      checked={mixed ? 'indeterminate' : checked}
      onCheckedChange={(next) => onChange(next === true)}
      {...rest}
    >
      <RadixCheckbox.Indicator>
        <Icon name={mixed ? 'minus' : 'check'} size={12} />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  );
}

interface RowProps extends ToggleProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** A switch with its words beside it. */
export function SwitchRow({ label, hint, id: given, ...toggle }: RowProps) {
  return <ToggleRow kind="switch" label={label} hint={hint} given={given} toggle={toggle} />;
}

/** A check box with its words beside it. */
export function CheckboxRow({ label, hint, id: given, ...toggle }: RowProps) {
  return <ToggleRow kind="check" label={label} hint={hint} given={given} toggle={toggle} />;
}

function ToggleRow({
  kind,
  label,
  hint,
  given,
  toggle,
}: {
  readonly kind: 'switch' | 'check';
  readonly label: ReactNode;
  readonly hint: ReactNode;
  readonly given: string | undefined;
  readonly toggle: Omit<ToggleProps, 'id'>;
}) {
  const own = useId();
  const id = given ?? own;
  const described = hint ? { 'aria-describedby': `${id}-note` } : {};
  return (
    <div className="ui-toggle-row">
      {kind === 'switch' ? <Switch id={id} {...described} {...toggle} /> : <Checkbox id={id} {...described} {...toggle} />}
      <div>
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-note`} className="ui-hint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}

export interface Choice<V extends string> {
  readonly value: V;
  readonly label: ReactNode;
  readonly description?: ReactNode;
  readonly icon?: IconName;
}

/** Few options, one chosen, all visible, in one line. */
export function Segmented<V extends string>({
  value,
  onChange,
  options,
  label,
}: {
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly Choice<V>[];
  readonly label: string;
}) {
  return (
    <RadioGroup.Root
      className="ui-seg"
      orientation="horizontal"
      value={value}
      onValueChange={(next) => onChange(next as V)}
      aria-label={label}
    >
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value}>
          {option.icon && <Icon name={option.icon} size={14} />}
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}

/** Few options with a sentence each, one below the other. */
export function RadioCards<V extends string>({
  value,
  onChange,
  options,
  label,
}: {
  readonly value: V | undefined;
  readonly onChange: (value: V) => void;
  readonly options: readonly Choice<V>[];
  readonly label: string;
}) {
  return (
    <RadioGroup.Root className="ui-options" value={value ?? ''} onValueChange={(next) => onChange(next as V)} aria-label={label}>
      {options.map((option) => (
        <RadioGroup.Item key={option.value} value={option.value} className="ui-option">
          <span className="ui-option-dot" aria-hidden />
          <span>
            <span className="font-medium">{option.label}</span>
            {option.description && <span className="ui-hint block">{option.description}</span>}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
