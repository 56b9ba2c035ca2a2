import { Button, toast } from '@acequia/ui';
import { parseConfig, wantedFaults, type ConfigSchema } from '@acequia/component-sdk/definition';
import { useTexts } from '#i18n/use-texts.ts';
import { useReasonText } from '#lib/operations/use-reason-text.ts';
import { useCommand } from '#lib/operations/use-command.ts';
import { useOperation } from '#lib/operations/use-operation.ts';
import { useMay } from '#lib/session/index.ts';
import { datasinkTexts } from '../texts.ts';

/** Connects with what is typed, from a worker, without writing data. */
export function ProbeButton({
  component,
  schema,
  config,
}: {
  readonly component: string;
  readonly schema: ConfigSchema;
  readonly config: Readonly<Record<string, unknown>>;
}) {
  const t = useTexts(datasinkTexts);
  const reasonText = useReasonText();
  const mayProbe = useMay('datasink:update');
  const { data: clusters } = useOperation('clusters:list', {});
  const cluster = clusters?.find((candidate) => candidate.workers.some((worker) => worker.status === 'online'));
  const parsed = parseConfig(schema, config);
  const ready = parsed.ok && wantedFaults(schema, config).length === 0;
  const probe = useCommand('datasinks:probe', {
    onSuccess: ({ ok, reason }) => {
      if (ok) toast({ id: 'probe', title: t('probeOk'), content: t('probeOkText', { cluster: cluster?.name ?? '' }) });
      else
        toast({
          id: 'probe',
          level: 'alert',
          title: t('probeFailed'),
          content: reason ? reasonText(reason) : undefined,
          ...(reason ? { code: reason.code } : {}),
        });
    },
  });
  if (!mayProbe) return null;
  return (
    <Button
      icon="bolt"
      disabled={!ready || !cluster}
      loading={probe.isPending}
      onClick={() => parsed.ok && cluster && probe.mutate({ component, config: parsed.value, clusterId: cluster.id })}
    >
      {t('probe')}
    </Button>
  );
}
