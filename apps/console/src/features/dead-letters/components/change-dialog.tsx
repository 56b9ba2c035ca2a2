import { useRef, useState } from 'react';
import { ConfirmDialog, Field, Input, RadioCards } from '@acequia/ui';
import { useTexts } from '#i18n/use-texts.ts';
import { focusFirstFault } from '#lib/forms/focus-first-fault.ts';
import { useToldFaults } from '#lib/forms/use-told-faults.ts';
import { deadLetterTexts } from '../texts.ts';
import { useChange, type Chosen } from './use-change.ts';

const reasonCharsMax = 200;

/** Asks before letters are re-driven or discarded, and shows how far it is. */
export function ChangeDialog({
  kind,
  chosen,
  count,
  undecoded,
  onClose,
}: {
  readonly kind: 'redrive' | 'discard';
  readonly chosen: Chosen;
  readonly count: number;
  /** Frames have no step: they always begin at their listener. */
  readonly undecoded: boolean;
  /** Done: the letters have changed. */
  readonly onClose: (done: boolean) => void;
}) {
  const t = useTexts(deadLetterTexts);
  const { progress, run } = useChange();
  const [into, setInto] = useState<'node' | 'start'>(undecoded ? 'start' : 'node');
  const [reason, setReason] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const [asked, setAsked] = useState(false);
  const tell = useToldFaults(place, asked);
  const running = progress !== undefined;
  const missing = kind === 'discard' && reason.trim() === '';
  const confirm = () => {
    setAsked(true);
    if (missing) focusFirstFault(place.current);
    else void run(chosen, kind === 'redrive' ? { kind, into } : { kind, reason: reason.trim() }).then(onClose);
  };
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && !running && onClose(false)}
      title={t(kind === 'redrive' ? 'redriveTitle' : 'discardTitle', { count })}
      description={t(kind === 'redrive' ? 'redriveText' : 'discardText', { count })}
      danger={kind === 'discard'}
      confirm={t(kind)}
      cancel={t('cancel')}
      loading={running}
      onConfirm={confirm}
    >
      {kind === 'redrive' && !undecoded && (
        <RadioCards
          label={t('into')}
          value={into}
          onChange={setInto}
          options={[
            { value: 'node', label: t('intoNode'), description: t('intoNodeText') },
            { value: 'start', label: t('intoStart'), description: t('intoStartText') },
          ]}
        />
      )}
      {kind === 'discard' && (
        <div ref={place}>
          <Field label={t('reason')} required {...tell('reason', missing ? t('reasonNeeded') : undefined)}>
            {(control) => (
              <Input {...control} value={reason} maxLength={reasonCharsMax} onChange={(event) => setReason(event.target.value)} />
            )}
          </Field>
        </div>
      )}
      <p role="status" className="ui-hint mt-3">
        {running ? t('underWay', { done: progress }) : ''}
      </p>
    </ConfirmDialog>
  );
}
