import { useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import { IconButton, Pairs, TypeChip } from '@acequia/ui';
import { ComponentHelp } from '#blocks/components/component-help.tsx';
import type { ComponentKind } from '#blocks/component-icon.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import type { DocumentedField } from './docs-context.ts';
import { factsOf, kindOf, type FieldFacts } from './field-facts.ts';
import { markPassage } from './mark-passage.ts';
import { docsTexts } from './texts.ts';

export interface DocumentedComponent {
  readonly kind: ComponentKind;
  readonly id: string;
  /** Configurations that work, from its definition. */
  readonly examples: readonly unknown[];
}

const widthPx = 340;

/** All about one field beside its form: what it is, what it may hold, examples, and where the component's page speaks of it. Takes no focus. */
export function DocsDrawer({
  at,
  component,
  beside,
  onClose,
}: {
  readonly at: DocumentedField;
  readonly component: DocumentedComponent;
  /** The form. */
  readonly beside: HTMLElement | null;
  readonly onClose: () => void;
}) {
  const t = useTexts(docsTexts);
  const language = useLanguage();
  const page = useRef<HTMLDivElement>(null);
  const { field, path } = at;
  const facts = useMemo(() => factsOf(field, path, component.examples, language), [field, path, component, language]);
  const label = field.words.label[language];
  useEffect(() => (page.current ? markPassage(page.current, [label, field.name]) : undefined), [label, field.name]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && onClose();
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onClose]);
  return createPortal(
    <aside
      className="fixed z-40 top-14 bottom-3 flex flex-col rounded-md border bg-s1"
      aria-label={t('about')}
      style={{ width: widthPx, right: rightOf(beside), boxShadow: 'var(--shadow-2)' }}
    >
      <header className="flex items-start gap-2 px-4 pt-3 pb-2 border-b">
        <div className="flex-1 min-w-0" aria-live="polite">
          <h2 className="text-sm font-semibold">{label}</h2>
          <code className="ui-hint">{path}</code>
        </div>
        <IconButton icon="x" size="sm" label={t('close')} onClick={onClose} />
      </header>
      <div className="flex-1 min-h-0 overflow-auto px-4 py-3 flex flex-col gap-3" tabIndex={0} role="group" aria-label={label}>
        {field.words.help && <p>{field.words.help[language]}</p>}
        <p className="text-muted text-xs">{t(`kind.${kindOf(field)}`)}</p>
        <Facts facts={facts} />
        {facts.options.length > 0 && (
          <section className="flex flex-col gap-1">
            <h3 className="ui-label">{t('options')}</h3>
            <ul className="flex flex-col gap-0.5">
              {facts.options.map((option) => (
                <li key={option.value}>
                  {option.label} {option.label !== option.value && <code className="ui-hint">{option.value}</code>}
                </li>
              ))}
            </ul>
          </section>
        )}
        {facts.examples.length > 0 && (
          <section className="flex flex-col gap-1">
            <h3 className="ui-label">{t('examples')}</h3>
            {facts.examples.map((example) => (
              <pre key={example} className="rounded-md border bg-s2 px-2 py-1 text-xs ui-mono whitespace-pre-wrap break-all">
                {example}
              </pre>
            ))}
          </section>
        )}
        <div ref={page} className="border-t pt-3">
          <ComponentHelp kind={component.kind} id={component.id} />
        </div>
      </div>
    </aside>,
    document.body,
  );
}

/** Left of a form that stands at the right edge, else at the edge itself. */
function rightOf(form: HTMLElement | null): number {
  const rect = form?.getBoundingClientRect();
  if (!rect || window.innerWidth - rect.right > widthPx || rect.left < widthPx + 24) return 0;
  return window.innerWidth - rect.left + 24;
}

function rangeText(
  { min, max }: NonNullable<FieldFacts['bounds']>,
  t: (key: 'atLeast' | 'atMost' | 'between', values: Record<string, string>) => string,
) {
  if (min === undefined) return t('atMost', { max: max! });
  return max === undefined ? t('atLeast', { min }) : t('between', { min, max });
}

function Facts({ facts }: { readonly facts: FieldFacts }) {
  const t = useTexts(docsTexts);
  const { required, fallback, bounds, when, types } = facts;
  const range = bounds && rangeText(bounds, t);
  return (
    <Pairs
      pairs={[
        [t('must'), t(required ? 'required' : 'optional')],
        ...(fallback === undefined ? [] : [[t('fallback'), <code key="fallback">{fallback === '' ? '""' : fallback}</code>] as const]),
        ...(range === undefined ? [] : [[t('allowed'), range] as const]),
        ...(types.length === 0
          ? []
          : [
              [
                t('types'),
                <span key="types" className="flex flex-wrap gap-1">
                  {types.map((type) => (
                    <TypeChip key={type} type={type} />
                  ))}
                </span>,
              ] as const,
            ]),
        ...(when ? [[t('when'), <code key="when">{`${when.field}: ${when.values.join(', ')}`}</code>] as const] : []),
      ]}
    />
  );
}
