import { useNavigate, useSearch } from '@tanstack/react-router';
import { rangeSearch } from '#lib/ranges/chosen-range.ts';
import { noReplay, type ReplaySearch } from '#lib/search/replay-search.ts';
import { ReplayDetails } from './replay-details.tsx';
import { ReplayForm } from './replay-form.tsx';

/** The window of the address: a new replay, or one that is under way or over. */
export function ReplayWindow() {
  const { replay, replayListener, replayPipeline, replayVersion, replayFrom, replayTo } = useSearch({ from: '/inside' });
  const navigate = useNavigate();
  const go = (to: ReplaySearch) => void navigate({ to: '.', search: (search) => ({ ...search, ...noReplay, ...to }) });
  if (replay === undefined) return null;
  if (replay !== 'new') return <ReplayDetails id={replay} onClose={() => go({})} onGo={go} />;
  return (
    <ReplayForm
      begin={{ listenerId: replayListener, pipelineId: replayPipeline, version: replayVersion }}
      during={rangeSearch({ range: 'custom', from: Number(replayFrom), to: Number(replayTo) })}
      onClose={() => go({})}
      onStarted={(id) => go({ replay: id })}
    />
  );
}
