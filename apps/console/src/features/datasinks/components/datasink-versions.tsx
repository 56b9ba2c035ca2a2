import { Link, useNavigate } from '@tanstack/react-router';
import { InstanceVersionPage, InstanceVersions } from '#blocks/instance-versions/instance-versions.tsx';
import { useTexts } from '#i18n/use-texts.ts';
import { datasinkTexts } from '../texts.ts';

export const DatasinkVersions = ({ id }: { readonly id: string }) => (
  <InstanceVersions
    kind="datasink"
    id={id}
    link={(number, text) => (
      <Link
        to="/datasinks/$datasinkId/edit/$version/versionDetail"
        params={{ datasinkId: id, version: String(number) }}
        className="ui-link"
      >
        {text}
      </Link>
    )}
  />
);

export function DatasinkVersionPage({ id, number }: { readonly id: string; readonly number: number }) {
  const t = useTexts(datasinkTexts);
  const navigate = useNavigate();
  return (
    <InstanceVersionPage
      kind="datasink"
      id={id}
      number={number}
      crumbs={[{ label: t('title'), to: '/datasinks' }]}
      back={(text) => (
        <Link to="/datasinks/$datasinkId" params={{ datasinkId: id }} search={{ tab: 'versions' }} className="ui-link">
          {text}
        </Link>
      )}
      onRestored={() => void navigate({ to: '/datasinks/$datasinkId', params: { datasinkId: id } })}
    />
  );
}
