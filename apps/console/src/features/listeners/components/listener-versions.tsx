import { Link, useNavigate } from '@tanstack/react-router';
import { InstanceVersionPage, InstanceVersions } from '#blocks/instance-versions/instance-versions.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { listenerTexts } from '../texts.ts';

export const ListenerVersions = ({ id }: { readonly id: string }) => (
  <InstanceVersions
    kind="listener"
    id={id}
    link={(number, text) => (
      <Link
        to="/listeners/$listenerId/edit/$version/versionDetail"
        params={{ listenerId: id, version: String(number) }}
        className="ui-link"
      >
        {text}
      </Link>
    )}
  />
);

export function ListenerVersionPage({ id, number }: { readonly id: string; readonly number: number }) {
  const t = useTexts(listenerTexts);
  const navigate = useNavigate();
  return (
    <InstanceVersionPage
      kind="listener"
      id={id}
      number={number}
      crumbs={[{ label: t('title'), to: '/listeners' }]}
      back={(text) => (
        <Link to="/listeners/$listenerId" params={{ listenerId: id }} search={{ tab: 'versions' }} className="ui-link">
          {text}
        </Link>
      )}
      onRestored={() => void navigate({ to: '/listeners/$listenerId', params: { listenerId: id } })}
    />
  );
}
