import { useState } from 'react';
import { Link } from '@tanstack/react-router';
import { ConfirmDialog, Icon, IconButton, Menu, MenuItem, MenuRule } from '@acequia/ui';
import type { Lookup, LookupVersion } from '@acequia/contract';
import { useTexts } from '#i18n/use-texts.ts';
import { useMay } from '#lib/session/index.ts';
import { useEnrichmentPaths } from '../model/enrichment-paths.ts';
import { enrichmentTexts } from '../texts.ts';
import { useVersionCommands } from './use-version-commands.ts';

export function VersionMenu({ lookup, version: { number, status } }: { readonly lookup: Lookup; readonly version: LookupVersion }) {
  const t = useTexts(enrichmentTexts);
  const paths = useEnrichmentPaths();
  const mayUpdate = useMay('lookup:update');
  const mayDelete = useMay('lookup:delete');
  const commands = useVersionCommands(lookup, number);
  const [asking, setAsking] = useState(false);
  const label = t('more', { number });
  const whole = status === 'active' || status === 'inactive';
  return (
    <>
      <Menu label={label} trigger={<IconButton icon="more" size="sm" label={label} />}>
        <MenuItem asChild>
          <Link to={paths.version} params={{ lookupId: lookup.id, version: String(number) }}>
            <Icon name="info" size={14} />
            {t('open')}
          </Link>
        </MenuItem>
        {whole && (
          <MenuItem icon="arrow-down" onSelect={commands.download}>
            {t('download')}
          </MenuItem>
        )}
        {mayUpdate && status === 'inactive' && (
          <MenuItem icon="check" onSelect={commands.activate}>
            {t('activate')}
          </MenuItem>
        )}
        {mayDelete && status !== 'active' && status !== 'deleted' && (
          <>
            <MenuRule />
            <MenuItem icon="trash" danger onSelect={() => setAsking(true)}>
              {t('deleteVersion')}
            </MenuItem>
          </>
        )}
      </Menu>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('deleteTitle', { number })}
        description={t('deleteText')}
        danger
        confirm={t('deleteVersion')}
        cancel={t('cancel')}
        loading={commands.removing}
        onConfirm={() => commands.remove(() => setAsking(false))}
      />
    </>
  );
}
