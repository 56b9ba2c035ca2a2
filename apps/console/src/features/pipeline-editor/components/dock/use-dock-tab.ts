import { useNavigate, useSearch } from '@tanstack/react-router';
import { noXray } from '#lib/search/xray-search.ts';
import { useTestingUrl, type TestingTab } from '../testing/use-testing-url.ts';

export type DockTab = 'preview' | TestingTab | 'xray';

const noTest = { testing: undefined, test: undefined, shadow: undefined };

/** The tab of the dock, as the address names it: `?xray=…`, `?testing=…`, else the preview. */
export function useDockTab() {
  const { xray, xrayAt, xrayVersion } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { tab: testing } = useTestingUrl();
  const event =
    xray !== undefined && Number.isSafeInteger(Number(xrayAt)) ? { id: xray, receivedMs: Number(xrayAt), version: xrayVersion } : undefined;
  const tab: DockTab = event ? 'xray' : (testing ?? 'preview');
  const show = (next: DockTab) => {
    if (next === 'xray') return;
    const wanted = next === 'preview' ? noTest : { ...noTest, testing: next };
    void navigate({ to: '.', search: ((known: object) => ({ ...known, ...noXray, ...wanted })) as never });
  };
  /** Back to the tab that the event was chosen in. */
  const leaveXray = () => void navigate({ to: '.', search: ((known: object) => ({ ...known, ...noXray })) as never });
  return { tab, event, show, leaveXray };
}
