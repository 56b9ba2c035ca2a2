import { useState } from 'react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Secret } from '@acequia/contract';
import { useOperation } from '#lib/operations/use-operation.ts';
import { RemoveSecret } from './remove-secret.tsx';
import { SecretDetail } from './secret-detail.tsx';
import { SecretList } from './secret-list.tsx';

/** All secrets, or the one `item` of the address names. */
export function SecretsPage() {
  const { item } = useSearch({ from: '/inside' });
  const navigate = useNavigate();
  const { data: secrets, error, refetch } = useOperation('secrets:list', {});
  const [removing, setRemoving] = useState<Secret>();
  const open = (id: string | undefined) => void navigate({ to: '.', search: (search) => ({ ...search, item: id }) });
  const opened = secrets?.find((secret) => secret.id === item);
  return (
    <>
      {item !== undefined && secrets ? (
        <SecretDetail key={item} secret={opened} onBack={() => open(undefined)} onRemove={setRemoving} />
      ) : (
        <SecretList secrets={secrets} error={error} onRetry={() => void refetch()} onOpen={open} onRemove={setRemoving} />
      )}
      {removing && (
        <RemoveSecret
          secret={removing}
          onClose={() => setRemoving(undefined)}
          onRemoved={() => {
            setRemoving(undefined);
            if (item !== undefined) open(undefined);
          }}
        />
      )}
    </>
  );
}
