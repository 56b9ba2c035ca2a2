import { Link } from '@tanstack/react-router';
import { Button } from '@acequia/ui';
import type { Sample } from '@acequia/contract';
import { receivedMsOf } from '#lib/search/xray-search.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';

/** Shows the way of an event through the running version, over the present page. */
export function XrayLink({ pipelineId, sample }: { readonly pipelineId: string; readonly sample: Sample }) {
  const t = useTexts(editorTexts);
  const { data: pipeline } = useOperation('pipelines:find', { id: pipelineId });
  const receivedMs = receivedMsOf(sample.fields);
  const version = pipeline?.runningVersion;
  if (receivedMs === undefined || typeof version !== 'string') return null;
  return (
    <Button size="sm" variant="ghost" asChild>
      <Link to="." search={((now: object) => ({ ...now, xray: sample.id, xrayAt: String(receivedMs), xrayVersion: version })) as never}>
        {t('xray')}
      </Link>
    </Button>
  );
}
