import { Button, FieldNote, IconButton, Status, Textarea } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { useFormat } from '#lib/format/use-format.ts';
import { certificatePath, stateOf, type CertificateEntry, type CertificateFacts } from './saml-entered.ts';
import { samlTexts } from './saml-texts.ts';

const tones = { valid: 'success', soon: 'warning', expired: 'danger', early: 'neutral' } as const;

/** Certificates that are kept with what they say of themselves, new ones as a place to paste into. */
export function SamlCertificates({
  entries,
  faultOf,
  onText,
  onAdd,
  onRemove,
}: {
  readonly entries: readonly CertificateEntry[];
  readonly faultOf: (entry: CertificateEntry) => string | undefined;
  readonly onText: (key: number, text: string) => void;
  readonly onAdd: () => void;
  readonly onRemove: (key: number) => void;
}) {
  const t = useTexts(samlTexts);
  return (
    <div className="ui-field">
      <div className="ui-label">{t('certificates')}</div>
      <ul className="flex flex-col gap-2">
        {entries.map((entry, index) => {
          const number = String(index + 1);
          const fault = faultOf(entry);
          const note = `certificate-${entry.key}-note`;
          return (
            <li key={entry.key} data-path={certificatePath(entry)} className="flex flex-col gap-1">
              <div className="flex items-start gap-2">
                {entry.facts ? (
                  <Kept facts={entry.facts} />
                ) : (
                  <Textarea
                    mono
                    className="flex-1"
                    rows={4}
                    value={entry.text}
                    placeholder="-----BEGIN CERTIFICATE-----"
                    aria-label={`${t('certificate', { number })}. ${t('paste')}`}
                    aria-required={index === 0 ? true : undefined}
                    {...(fault ? { 'aria-invalid': true, 'aria-describedby': note } : {})}
                    onChange={(event) => onText(entry.key, event.target.value)}
                  />
                )}
                {(entries.length > 1 || entry.facts) && (
                  <IconButton
                    icon="trash"
                    label={t('remove', { number })}
                    size="sm"
                    {...(fault ? { 'aria-describedby': note } : {})}
                    onClick={() => onRemove(entry.key)}
                  />
                )}
              </div>
              {fault && <FieldNote id={note} error={fault} />}
            </li>
          );
        })}
      </ul>
      <div className="flex items-center gap-3">
        <p className="ui-hint flex-1">{t('certificatesHint')}</p>
        <Button variant="ghost" icon="plus" size="sm" onClick={onAdd}>
          {t('add')}
        </Button>
      </div>
    </div>
  );
}

function Kept({ facts }: { readonly facts: CertificateFacts }) {
  const t = useTexts(samlTexts);
  const format = useFormat();
  const state = stateOf(facts, Date.now());
  const day = format.day(state === 'early' ? facts.startsAt : facts.endsAt);
  return (
    <div className="flex-1 min-w-0 rounded-md border px-3 py-2 flex flex-col gap-0.5">
      <div className="flex items-center gap-2">
        <span className="flex-1 min-w-0 truncate" title={facts.subject}>
          {facts.subject}
        </span>
        <Status tone={tones[state]}>{t(state)}</Status>
      </div>
      <p className="ui-hint">{t(state === 'early' ? 'from' : 'until', { day })}</p>
      <p className="ui-hint ui-mono truncate" title={facts.fingerprint}>
        {t('fingerprint', { fingerprint: facts.fingerprint })}
      </p>
    </div>
  );
}
