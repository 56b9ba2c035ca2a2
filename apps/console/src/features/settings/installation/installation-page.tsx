import { useRef, useState, type FormEvent } from 'react';
import { Button, Card, IconButton, Input, Select, Skeleton, SwitchRow, toast } from '@acequia/ui';
import type { InstallationEgress } from '@acequia/contract';
import { ListFailed } from '#blocks/list/list-states.tsx';
import { ReauthenticateDialog } from '#blocks/mfa/reauthenticate-dialog.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { describeError } from '#lib/operations/describe-error.ts';
import { failureToast } from '#lib/operations/failure-toast.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { enteredOf, faultOf, rulesOf, type EnteredRule } from './entered-rules.ts';
import { installationTexts } from './texts.ts';

/** Where organizations may send, for owners of an organization that runs the installation. */
export function InstallationPage() {
  const { data: egress, error, refetch } = useOperation('installation:getEgress', {});
  if (error && !egress) return <ListFailed error={error} onRetry={() => void refetch()} />;
  if (!egress)
    return (
      <div className="flex flex-col gap-3 pt-2" aria-busy>
        <Skeleton height={60} />
        <Skeleton height={180} />
      </div>
    );
  return <EgressForm key={JSON.stringify([egress.loopback, egress.rules])} egress={egress} />;
}

function EgressForm({ egress }: { readonly egress: InstallationEgress }) {
  const t = useTexts(installationTexts);
  const mayUpdate = useMay('installation:update');
  const form = useRef<HTMLFormElement>(null);
  const [loopback, setLoopback] = useState(egress.loopback);
  const [rules, setRules] = useState(() => enteredOf(egress.rules ?? []));
  const [submitted, setSubmitted] = useState(false);
  const [proving, setProving] = useState(false);
  const update = useCommand('installation:updateEgress', {
    inlineErrors: true,
    onSuccess: () => toast({ title: t('saved'), content: t('savedText'), tone: 'success' }),
    onError: (error) => {
      if (error.code === 'WEB-11011') setProving(true);
      else if (error.code === 'ACQ-EGRESS-ADDRESS') focusFirstFault(form.current);
      else failureToast(t('failed'), error);
    },
  });
  const refusedRule = update.error?.code === 'ACQ-EGRESS-ADDRESS' ? update.error.fields['rule'] : undefined;
  const open = egress.private === 'open';
  const change = (next: readonly EnteredRule[]) => {
    update.reset();
    setRules([...next]);
  };
  const save = () => {
    setProving(false);
    update.mutate({ loopback, rules: rulesOf(rules) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (rules.some(faultOf)) focusFirstFault(form.current);
    else save();
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className="flex flex-col gap-4 pt-2 max-w-[860px]" aria-label={t('title')}>
      <section className="flex flex-col gap-2">
        <h3 className="font-medium">{t('title')}</h3>
        <p className="text-muted">{t('about')}</p>
        <p>
          {open
            ? t(egress.rules === null ? 'privateOpen' : 'privateListed')
            : egress.mode === 'public-only'
              ? t('fromEnvironment')
              : t('privateRules')}
        </p>
      </section>
      <Card className="p-4">
        <SwitchRow
          label={t('loopback')}
          hint={open ? t('loopbackHint') : t('loopbackRules')}
          checked={open && loopback}
          disabled={!mayUpdate || !open}
          onChange={setLoopback}
        />
      </Card>
      <section className="flex flex-col gap-2" aria-label={t('rules')}>
        <h3 className="font-medium">{t('rules')}</h3>
        <p className="ui-hint">{t('addressHint')}</p>
        {rules.length === 0 && <p className="text-muted">{t(!open ? 'noneNow' : egress.rules === null ? 'undecided' : 'none')}</p>}
        {rules.length > 0 && (
          <div aria-hidden className="ui-label flex gap-2 max-sm:hidden">
            <span className="flex-1 min-w-40">{t('address')}</span>
            <span className="w-24">{t('port')}</span>
            <span className="w-56">{t('organization')}</span>
            <span className="w-8" />
          </div>
        )}
        {rules.map((rule, index) => {
          const own = submitted ? faultOf(rule) : undefined;
          const fault = own ? t(own) : refusedRule === index && update.error ? describeError(update.error).text : undefined;
          const set = (part: Partial<EnteredRule>) => change(rules.map((each) => (each === rule ? { ...each, ...part } : each)));
          return (
            <RuleRow
              key={rule.key}
              rule={rule}
              number={index + 1}
              fault={fault}
              wrong={own === 'portWrong' ? 'port' : 'address'}
              tenants={egress.tenants}
              disabled={!mayUpdate}
              onChange={set}
              onRemove={() => change(rules.filter((each) => each !== rule))}
            />
          );
        })}
        {mayUpdate && (
          <Button
            icon="plus"
            className="self-start"
            onClick={() =>
              change([...rules, { key: 1 + Math.max(-1, ...rules.map(({ key }) => key)), address: '', port: '', tenantId: '' }])
            }
          >
            {t('add')}
          </Button>
        )}
      </section>
      {mayUpdate && (
        <Button variant="primary" type="submit" className="self-end" loading={update.isPending}>
          {t('save')}
        </Button>
      )}
      {proving && <ReauthenticateDialog onDone={save} onClose={() => setProving(false)} />}
    </form>
  );
}

function RuleRow({
  rule,
  number,
  fault,
  wrong,
  tenants,
  disabled,
  onChange,
  onRemove,
}: {
  readonly rule: EnteredRule;
  readonly number: number;
  readonly fault: string | undefined;
  readonly wrong: 'address' | 'port';
  readonly tenants: InstallationEgress['tenants'];
  readonly disabled: boolean;
  readonly onChange: (part: Partial<EnteredRule>) => void;
  readonly onRemove: () => void;
}) {
  const t = useTexts(installationTexts);
  const faultId = `rule-${rule.key}-fault`;
  const marked = (field: typeof wrong) =>
    fault !== undefined && wrong === field ? { 'aria-invalid': true, 'aria-describedby': faultId } : {};
  return (
    <div className="flex flex-col gap-1">
      <div className="flex items-center gap-2 max-sm:flex-wrap">
        <Input
          mono
          className="flex-1 min-w-40"
          aria-label={t('addressOf', { number })}
          placeholder={t('address')}
          value={rule.address}
          maxLength={253}
          disabled={disabled}
          {...marked('address')}
          onChange={(event) => onChange({ address: event.target.value })}
        />
        <Input
          mono
          className="w-24!"
          inputMode="numeric"
          aria-label={t('portOf', { number })}
          placeholder={t('anyPort')}
          value={rule.port}
          maxLength={5}
          disabled={disabled}
          {...marked('port')}
          onChange={(event) => onChange({ port: event.target.value })}
        />
        <Select
          className="w-56!"
          aria-label={t('organizationOf', { number })}
          value={rule.tenantId}
          disabled={disabled}
          onChange={(tenantId) => onChange({ tenantId })}
          options={[{ value: '', label: t('every') }, ...tenants.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        <IconButton icon="trash" label={t('removeRule', { number })} disabled={disabled} onClick={onRemove} />
      </div>
      {fault !== undefined && (
        <p id={faultId} className="ui-error" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
