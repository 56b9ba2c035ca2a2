import { systemClock } from '@acequia/base';
import { useEffect } from 'react';
import { callOperation } from '#lib/operations/call.ts';
import { createEditorReporter } from '../../model/editor-reporter.ts';

const windowName = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** One for the page: from one pipeline or version to the next, the window stays in the editor. */
const reporter = createEditorReporter({
  window: windowName,
  send: (call, last) => callOperation('pipelines:reportEditor', call, { keepalive: last }),
  after: systemClock.after,
});

/** Shows the others in the organization what is open here, while it is. */
export function useReportedPlace(pipelineId: string, version: string, node: string | null): void {
  useEffect(() => reporter.show({ pipelineId, version, node }), [pipelineId, version, node]);
  useEffect(() => {
    const onVisibility = () => reporter.seen(document.visibilityState !== 'hidden');
    const onReturn = () => reporter.seen(true);
    document.addEventListener('visibilitychange', onVisibility);
    window.addEventListener('pagehide', reporter.leave);
    window.addEventListener('pageshow', onReturn);
    return () => {
      reporter.show(undefined);
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('pagehide', reporter.leave);
      window.removeEventListener('pageshow', onReturn);
    };
  }, []);
}
