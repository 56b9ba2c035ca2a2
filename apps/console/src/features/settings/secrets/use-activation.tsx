import { useState, type ReactNode } from 'react';
import { Button, Dialog, Skeleton } from '@acequia/ui';
import type { Secret } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { secretsTexts } from './texts.ts';
import { UsageList } from './usage-list.tsx';

export interface Activation {
  /** Activates at once; deactivating asks first and names what uses the secret. */
  readonly change: (active: boolean) => void;
  /** The question, while it stands. */
  readonly question: ReactNode;
}

export function useActivation({ id, name, description, tags, expirationDate }: Secret): Activation {
  const [asking, setAsking] = useState(false);
  const update = useCommand('secrets:update', { onSuccess: () => setAsking(false) });
  const set = (active: boolean) => update.mutate({ id, name, description, tags, expirationDate, active });
  return {
    change: (active) => (active ? set(true) : setAsking(true)),
    question: asking && (
      <Deactivate id={id} name={name} pending={update.isPending} onConfirm={() => set(false)} onClose={() => setAsking(false)} />
    ),
  };
}

function Deactivate({
  id,
  name,
  pending,
  onConfirm,
  onClose,
}: {
  readonly id: string;
  readonly name: string;
  readonly pending: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}) {
  const t = useTexts(secretsTexts);
  const { data: usages, error } = useOperation('secrets:getUsages', { id });
  const text = error ? 'deactivateUnknown' : !usages ? 'checking' : usages.totalUsages > 0 ? 'deactivateUsed' : 'deactivateUnused';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('deactivateTitle', { name })}
      description={t(text)}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="danger" disabled={!usages && !error} loading={pending} onClick={onConfirm}>
            {t('deactivate')}
          </Button>
        </>
      }
    >
      {!usages && !error && <Skeleton height={48} />}
      {usages && usages.totalUsages > 0 && <UsageList usages={usages} />}
    </Dialog>
  );
}
