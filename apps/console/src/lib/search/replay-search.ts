import { textIn, type RawSearch } from './search.ts';

/** `replay=new` asks for a new replay, any other word shows the replay of that id; the rest is what the form begins with. */
export interface ReplaySearch {
  readonly replay?: string | undefined;
  readonly replayListener?: string | undefined;
  readonly replayPipeline?: string | undefined;
  readonly replayVersion?: string | undefined;
  /** A range, ms since 1970. */
  readonly replayFrom?: string | undefined;
  readonly replayTo?: string | undefined;
}

export const replaySearch = (search: RawSearch): ReplaySearch => ({
  replay: textIn(search['replay']),
  replayListener: textIn(search['replayListener']),
  replayPipeline: textIn(search['replayPipeline']),
  replayVersion: textIn(search['replayVersion']),
  replayFrom: textIn(search['replayFrom']),
  replayTo: textIn(search['replayTo']),
});

export const noReplay: ReplaySearch = replaySearch({});
