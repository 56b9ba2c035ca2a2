import { Link } from '@tanstack/react-router';
import { Field, Icon, Note, Select } from '@acequia/ui';
import type { DatasinkNode } from '@acequia/pipeline';
import { titleOf } from '#blocks/components/cards.ts';
import { ComponentIcon } from '#blocks/components/component-icon.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import type { Ends } from '../model/ends.ts';
import { marketplaceTexts } from '../texts.ts';

interface EndProps {
  readonly ends: Ends;
  readonly onChange: (ends: Ends) => void;
}

/** The listener and its label: those of the component the template was made for come first. */
export function ListenerEnd({ component, ends, onChange }: EndProps & { readonly component: string }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const kind = titleOf('listener', component, language);
  const { data: listeners } = useOperation('listeners:list', {});
  const { data: labels } = useOperation('labels:list', {});
  if (!listeners) return null;
  const ordered = listeners.toSorted((a, b) => Number(b.component === component) - Number(a.component === component));
  const own = labels?.filter((label) => label.listenerId === ends.listenerId && !label.builtIn) ?? [];
  const builtIn = [
    { value: 'all', label: t('allEvents') },
    { value: 'unlabelled', label: t('unlabelled') },
  ];
  return (
    <>
      {ordered.length === 0 ? (
        <Missing text={t('noListener')} kind="listener" type={component} word={t('createListener')} />
      ) : (
        <Field label={t('listenerOf', { kind })} hint={t('listenerHint', { kind })}>
          {(control) => (
            <Select
              {...control}
              value={ends.listenerId}
              onChange={(listenerId) => onChange({ ...ends, listenerId, labelId: 'all' })}
              options={[
                { value: '', label: t('later') },
                ...ordered.map(({ id, name, component: own }) => ({
                  value: id,
                  label: name,
                  icon: <ComponentIcon kind="listener" id={own} />,
                })),
              ]}
            />
          )}
        </Field>
      )}
      {ends.listenerId !== '' && (
        <Field label={t('label')}>
          {(control) => (
            <Select
              {...control}
              value={ends.labelId}
              onChange={(labelId) => onChange({ ...ends, labelId })}
              options={[...builtIn, ...own.map(({ id, name }) => ({ value: id, label: name }))]}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** One data sink of the template: only those of its component fit. */
export function DatasinkEnd({ node, ends, onChange }: EndProps & { readonly node: DatasinkNode }) {
  const t = useTexts(marketplaceTexts);
  const language = useLanguage();
  const kind = titleOf('datasink', node.component, language);
  const { data } = useOperation('datasinks:list', {});
  if (!data) return null;
  const fitting = data.filter(({ component }) => component === node.component);
  if (fitting.length === 0)
    return <Missing text={t('noDatasink', { kind })} kind="datasink" type={node.component} word={t('createDatasink')} />;
  return (
    <Field label={t('datasinkOf', { step: node.name || kind, kind })}>
      {(control) => (
        <Select
          {...control}
          value={ends.datasinks[node.id] ?? ''}
          onChange={(id) => onChange({ ...ends, datasinks: { ...ends.datasinks, [node.id]: id } })}
          options={[
            { value: '', label: t('later') },
            ...fitting.map(({ id, name }) => ({ value: id, label: name, icon: <ComponentIcon kind="datasink" id={node.component} /> })),
          ]}
        />
      )}
    </Field>
  );
}

interface MissingProps {
  readonly text: string;
  readonly kind: 'listener' | 'datasink';
  readonly type: string;
  readonly word: string;
}

/** Nothing to choose: one can be created beside this window, which offers it as soon as it is there. */
function Missing({ text, kind, type, word }: MissingProps) {
  const t = useTexts(marketplaceTexts);
  const mayCreate = useMay(`${kind}:create`);
  return (
    <Note title={text}>
      {t('later')}.{' '}
      {mayCreate && (
        <Link
          to={kind === 'listener' ? '/listeners/create' : '/datasinks/create'}
          search={{ type }}
          target="_blank"
          className="ui-link inline-flex items-center gap-1"
        >
          {word} <Icon name="external" size={12} />
        </Link>
      )}
    </Note>
  );
}
