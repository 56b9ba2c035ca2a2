import { useMemo, useRef, useState, type RefObject } from 'react';
import { parseConfig, type ConfigFault, type ConfigSchema } from '@acequia/component-sdk/definition';

export interface ConfigCheck {
  /** Faults to show: none before the first submission, then as they are now. */
  readonly faults: readonly ConfigFault[];
  /** Shows all faults and returns the checked configuration, or undefined with the first wrong field focused. */
  readonly submit: () => Record<string, unknown> | undefined;
  readonly form: RefObject<HTMLElement | null>;
  /** Faults the server found. */
  readonly refuse: (faults: readonly ConfigFault[]) => void;
}

const none: readonly ConfigFault[] = [];

/** Checks on submission first, afterwards on every change, so that nothing moves under the pointer. `further` are faults the schema cannot know of. */
export function useConfigCheck(
  schema: ConfigSchema,
  value: Readonly<Record<string, unknown>>,
  further: readonly ConfigFault[] = none,
): ConfigCheck {
  const form = useRef<HTMLElement>(null);
  const [submitted, setSubmitted] = useState(false);
  const [refused, setRefused] = useState<{ readonly value: unknown; readonly faults: readonly ConfigFault[] }>();
  const parsed = useMemo(() => parseConfig(schema, value), [schema, value]);
  const own = submitted ? [...(parsed.ok ? [] : parsed.error), ...further] : [];
  const faults = refused?.value === value ? [...own, ...refused.faults] : own;
  return {
    faults,
    form,
    submit() {
      if (parsed.ok && further.length === 0) return parsed.value;
      setSubmitted(true);
      focusFirstFault(form.current);
      return undefined;
    },
    refuse(next) {
      setRefused({ value, faults: next });
      focusFirstFault(form.current);
    },
  };
}

/** After the faults have been drawn: the first wrong control, or the first alert. */
export function focusFirstFault(root: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const wrong = root?.querySelector<HTMLElement>('[aria-invalid="true"]');
    wrong?.focus({ preventScroll: true });
    wrong?.scrollIntoView({ block: 'center' });
  });
}
