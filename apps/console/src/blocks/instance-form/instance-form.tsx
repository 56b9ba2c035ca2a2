import { useEffect, useId, useMemo, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Button, Card, classNames, CopyCode, Field, Menu, MenuItem, Note, Select } from '@acequia/ui';
import {
  clearCredentialFaults,
  fileFieldsOf,
  readRootFaults,
  wantedFaults,
  type ConfigFault,
  type ConfigSchema,
  type Follow,
} from '@acequia/component-sdk/definition';
import type { ComponentText, Localised } from '@acequia/component-sdk/text';
import type { Cluster } from '@acequia/contract';
import { DefinitionForm, faultText, useConfigCheck, type FieldChoices } from '#blocks/definition-form/index.ts';
import { ComponentHelp } from '#blocks/components/component-help.tsx';
import type { ComponentKind } from '#blocks/component-icon.tsx';
import { metadataFaults, nameTakenCodes, type Metadata } from '#blocks/metadata/metadata-faults.ts';
import { useNameTaken } from '#blocks/metadata/use-name-taken.ts';
import { MetadataFields } from '#blocks/metadata/metadata-fields.tsx';
import { useLanguage, useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useLeaveWarning } from '#blocks/leave/leave-warning.tsx';
import { useDraft } from '#lib/drafts/use-draft.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import type { OperationError } from '#lib/operations/operation-error.ts';
import { useFormPlace } from './form-place.tsx';
import { readRootChoices, readRootsOf } from './read-roots.ts';
import { isPortFault, serverFaults } from './server-faults.ts';
import { instanceTexts } from './texts.ts';

export interface InstanceValue {
  readonly metadata: Metadata;
  readonly config: Readonly<Record<string, unknown>>;
  readonly clusterId: string;
}

export interface InstanceFormProps {
  readonly kind: ComponentKind;
  readonly id: string;
  readonly schema: ConfigSchema;
  readonly text: Pick<ComponentText<object>, 'groups'> & { readonly fields: unknown };
  /** Configurations that work, shown in the documentation of each field. */
  readonly examples: readonly { readonly name: Localised; readonly config: Readonly<Record<string, unknown>> }[];
  /** Whether the whole form may begin from one of them. */
  readonly fromExamples?: boolean;
  /** Sets what hangs on the field that was changed. */
  readonly follow?: Follow | undefined;
  /** What a person should know about the configuration before it is saved. */
  readonly warnings?: ((config: Readonly<Record<string, unknown>>) => readonly ConfigFault[]) | undefined;
  /** The configuration that was saved; absent for a new one. */
  readonly saved?: Readonly<Record<string, unknown>> | undefined;
  readonly initial: InstanceValue;
  /** Where the draft is kept in this tab. */
  readonly draftKey: string;
  /** Values of this installation the fields may offer. */
  readonly choices?: FieldChoices | undefined;
  /** Fields that are not shown, as a preset says. */
  readonly hidden?: ReadonlySet<string> | undefined;
  /** Offered while creating; absent: the cluster is settled, or there is none. */
  readonly clusters?: readonly Cluster[] | undefined;
  /** Where it runs once that is settled. */
  readonly cluster?: Cluster | undefined;
  readonly submitLabel: string;
  readonly pending: boolean;
  readonly error: OperationError | null;
  readonly readOnly?: boolean;
  readonly onSubmit: (value: InstanceValue) => void;
  readonly cancel: ReactNode;
  /** More buttons beside the submission, e.g. a connection test of what is typed. */
  readonly extra?: (value: InstanceValue) => ReactNode;
  /** Below the fields, of what is typed. */
  readonly below?: (value: InstanceValue) => ReactNode;
}

/** How an operator opens folders for an installation on one machine. */
const readRootsCommand = 'ACEQUIA_READ_ROOTS=/var/log,/srv/drop npm start';

/** Values for the form: of the installation, and the folders of the place it runs at. */
function useOffered(choices: FieldChoices | undefined, roots: readonly string[] | undefined): FieldChoices {
  const key = roots?.join('\n');
  return useMemo(() => ({ ...choices, ...(key ? { 'read-roots': readRootChoices(key.split('\n')) } : {}) }), [choices, key]);
}

/** Name, place and configuration of an instance, with the help page beside it. What is typed survives errors, reloads and the end of the session. */
export function InstanceForm({
  kind,
  id,
  schema,
  text,
  examples,
  fromExamples = false,
  follow,
  warnings,
  saved,
  initial,
  draftKey,
  choices,
  hidden,
  clusters,
  cluster,
  submitLabel,
  pending,
  error,
  readOnly = false,
  onSubmit,
  cancel,
  extra,
  below,
}: InstanceFormProps) {
  const t = useTexts(instanceTexts);
  const language = useLanguage();
  const formId = useId();
  const over = useFormPlace() !== undefined;
  const form = useRef<HTMLFormElement>(null);
  const [value, setValue, draft] = useDraft<InstanceValue>(draftKey, initial);
  const [submitted, setSubmitted] = useState(false);
  const sent = useRef(false);
  const nameTaken = useNameTaken(error, value.metadata.name);
  const shownAtField = error !== null && isPortFault(error);
  const own = submitted ? metadataFaults(value.metadata) : {};
  const faults = nameTaken && !own.name ? { ...own, name: 'nameTaken' as const } : own;
  const clusterId = value.clusterId !== '' ? value.clusterId : (clusters?.[0]?.id ?? '');
  const place = cluster ?? clusters?.find((each) => each.id === clusterId);
  const roots = place && readRootsOf(place);
  const check = useConfigCheck(schema, value.config, [
    ...readRootFaults(schema, value.config, roots),
    ...wantedFaults(schema, value.config, saved),
    ...clearCredentialFaults(schema, value.config, saved),
  ]);
  const { refuse } = check;
  const documented = useMemo(() => ({ kind, id, examples: examples.map(({ config }) => config) }), [kind, id, examples]);
  const offered = useOffered(choices, roots);
  useEffect(() => {
    if (!error) return;
    sent.current = false;
    refuse(serverFaults(error));
    focusFirstFault(form.current);
    // Only a new answer of the server counts.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [error]);
  const { clear } = draft;
  useEffect(
    () => () => {
      if (sent.current) clear();
    },
    [clear],
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    const metadataOk = Object.keys(metadataFaults(value.metadata)).length === 0;
    const config = check.submit();
    if (!metadataOk || !config || (clusters && clusterId === '')) {
      focusFirstFault(form.current);
      return;
    }
    sent.current = true;
    onSubmit({ metadata: { ...value.metadata, name: value.metadata.name.trim() }, config, clusterId });
  };
  const leave = useLeaveWarning(() => draft.changed() && !sent.current);
  const startOver = () => {
    clear();
    setValue(initial);
    setSubmitted(false);
  };
  return (
    <form id={formId} ref={form} onSubmit={submit} noValidate className="flex flex-col flex-1 min-h-0">
      <div className="frame-body pt-4!">
        <div className={classNames('flex gap-5 max-w-[1180px]', over ? 'flex-col' : 'items-start')}>
          <div className={classNames('min-w-0 max-w-[760px] flex flex-col gap-3', !over && 'flex-1')}>
            {draft.restored && (
              <Note icon="history">
                {t('restored')}{' '}
                <button type="button" className="ui-link" onClick={startOver}>
                  {t('discard')}
                </button>
              </Note>
            )}
            {error && !nameTakenCodes.has(error.code) && !shownAtField && (
              <div role="alert">
                <Note tone="danger" title={t('refused')}>
                  {error.code === 'ACQ-CONFLICT' ? t('changedMeanwhile') : describeError(error).text} <CopyCode text={error.code} />
                </Note>
              </div>
            )}
            <Card className="p-5 flex flex-col gap-4">
              <h2 className="text-sm font-semibold pb-2 border-b">{t('general')}</h2>
              <MetadataFields
                value={value.metadata}
                onChange={(metadata) => setValue((now) => ({ ...now, metadata }))}
                faults={faults}
                autoFocus
                readOnly={readOnly}
              />
              {clusters && clusters.length !== 1 && (
                <Field label={t('cluster')} required {...(clusters.length === 0 ? { error: t('noCluster') } : { hint: t('clusterHint') })}>
                  {(control) => (
                    <Select
                      {...control}
                      aria-label={t('cluster')}
                      value={clusterId === '' ? undefined : clusterId}
                      onChange={(next) => setValue((now) => ({ ...now, clusterId: next }))}
                      options={clusters.map((each) => ({ value: each.id, label: each.name }))}
                    />
                  )}
                </Field>
              )}
            </Card>
            {roots?.length === 0 && fileFieldsOf(schema).length > 0 && (
              <Note tone="warning" title={t('noReadRoots')}>
                {t('noReadRootsWhy')} <CopyCode text={readRootsCommand} />
              </Note>
            )}
            {warnings?.(value.config).map((fault) => (
              <Note key={fault.path + fault.code} tone="warning">
                {faultText(fault, language)}
              </Note>
            ))}
            <Card className="p-5">
              <div className="flex items-center justify-between min-h-8 pb-2 mb-4 border-b">
                <h2 className="text-sm font-semibold">{t('settings')}</h2>
                {fromExamples && examples.length > 0 && !readOnly && (
                  <Menu
                    label={t('examples')}
                    trigger={
                      <Button size="sm" variant="ghost" iconEnd="chevron-down">
                        {t('example')}
                      </Button>
                    }
                  >
                    {examples.map((example) => (
                      <MenuItem key={example.name.en} onSelect={() => setValue((now) => ({ ...now, config: example.config }))}>
                        {example.name[language]}
                      </MenuItem>
                    ))}
                  </Menu>
                )}
              </div>
              <DefinitionForm
                schema={schema}
                words={text.fields}
                groups={text.groups}
                value={value.config}
                onChange={(config) => setValue((now) => ({ ...now, config }))}
                follow={follow}
                faults={check.faults}
                form={check.form}
                portRange={place?.portRange}
                choices={offered}
                hidden={hidden}
                readOnly={readOnly}
                component={documented}
              />
            </Card>
            {below?.({ ...value, clusterId })}
          </div>
          <aside className={over ? undefined : 'w-[340px] sticky top-0 hidden xl:block'} aria-label={t('help')}>
            <Card className="p-5">
              <ComponentHelp kind={kind} id={id} />
            </Card>
          </aside>
        </div>
      </div>
      <div className="flex items-center gap-2 px-5 py-3 border-t bg-canvas">
        {readOnly && <span className="text-muted">{t('readOnly')}</span>}
        {extra?.({ ...value, clusterId })}
        <span className="flex-1" />
        {cancel}
        {!readOnly && (
          <Button variant="primary" type="submit" loading={pending}>
            {submitLabel}
          </Button>
        )}
      </div>
      {leave}
    </form>
  );
}
