import { Link } from '@tanstack/react-router';
import { Button } from '@acequia/ui';
import type { Sample } from '@acequia/contract';
import { receivedMsOf } from '#lib/search/xray-search.ts';
import { useOperation } from '#lib/operations/index.ts';
import { useTexts } from '#i18n/index.ts';
import { editorTexts } from '../../texts.ts';

/** Shows the way of an event through a version, over the present page. */
export function XrayLink({ id, receivedMs, version }: { readonly id: string; readonly receivedMs: number; readonly version: string }) {
  const t = useTexts(editorTexts);
  return (
    <Button size="sm" variant="ghost" asChild>
      <Link to="." search={((now: object) => ({ ...now, xray: id, xrayAt: String(receivedMs), xrayVersion: version })) as never}>
        {t('xray')}
      </Link>
    </Button>
  );
}

/** The same of an event that the running version has seen. */
export function RunningXrayLink({ pipelineId, sample }: { readonly pipelineId: string; readonly sample: Sample }) {
  const { data: pipeline } = useOperation('pipelines:find', { id: pipelineId });
  const receivedMs = receivedMsOf(sample.fields);
  const version = pipeline?.runningVersion;
  return receivedMs === undefined || typeof version !== 'string' ? null : (
    <XrayLink id={sample.id} receivedMs={receivedMs} version={version} />
  );
}
