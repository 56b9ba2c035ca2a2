import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { TooltipProvider } from '@acequia/ui';
import type { Flows } from '@acequia/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { LiveProvider } from '#blocks/live/live-provider.tsx';
import { switchLanguage } from '#i18n/i18n.ts';
import { fakeServer, openStream } from '#lib/operations/testing/fake-server.ts';
import { fakeCluster, fakeDatasink, fakeListener, fakeLiveFrame, fakePipeline } from '#lib/operations/testing/fake-things.ts';
import { rangeNow } from '#lib/ranges/chosen-range.ts';
import { FlowCard, type FlowCardProps } from './flow-card.tsx';

vi.mock('#lib/session/index.ts', () => ({
  useMay: () => true,
  may: () => true,
  useSession: () => ({ user: { AccessMap: { Permissions: [] } } }),
}));
vi.mock('@tanstack/react-router', () => ({
  useNavigate: () => () => undefined,
  Link: ({ children }: { readonly children: React.ReactNode }) => <a href="/">{children}</a>,
}));

const place = { clusterId: 'CL_1' };
const volume = (events: number) => ({ events, bytes: events * 10 });
const flows = (events: number): Flows => ({
  listeners: [{ listenerId: 'LI_1', ...place, ...volume(events) }],
  labels: [],
  entries: [{ listenerId: 'LI_1', ...place, labelId: 'all', pipelineId: 'PL_1', ...volume(events) }],
  deliveries: [{ ...place, pipelineId: 'PL_1', datasinkId: 'DS_1', ...volume(events - 1) }],
});
const frame = fakeLiveFrame({
  clusters: { CL_1: { received: { LI_1: { events: 0.2, bytes: 2 } }, entered: { PL_1: { events: 5, bytes: 50 } }, delivered: {} } },
});
fakeServer({
  'metrics:flows': flows(9),
  'metrics:watchLive': (input: unknown, signal: AbortSignal) => openStream(frame).answer(input, signal),
  'listeners:list': [fakeListener('LI_1', 'Firewalls')],
  'clusters:list': [fakeCluster()],
  'labels:list': [],
  'pipelines:list': [fakePipeline('PL_1', 'Reduction')],
  'datasinks:list': [fakeDatasink('DS_1', 'SIEM')],
});
afterEach(() => {
  cleanup();
  switchLanguage('en');
});

function show(some: Partial<FlowCardProps>) {
  const range = rangeNow('24h', Date.now(), 'utc');
  render(
    <QueryClientProvider client={new QueryClient()}>
      <TooltipProvider>
        <LiveProvider enabled sharedBy="ana">
          <FlowCard range={range} unit="events" of="now" view={undefined} hide={[]} metrics={undefined} excluded={[]} {...some}>
            {null}
          </FlowCard>
        </LiveProvider>
      </TooltipProvider>
    </QueryClientProvider>,
  );
}
const said = async (name: string) =>
  (await screen.findByRole('button', { name: new RegExp(name) })).querySelector('.flow-value')?.textContent;

test('the drawing tells a little by the events of a day, and a flow by its rate', async () => {
  show({});
  await vi.waitFor(async () => expect(await said('Firewalls')).toBe('9 events in 24 h'));
  expect(await said('SIEM')).toBe('8 events in 24 h');
  await vi.waitFor(async () => expect(await said('Reduction')).toBe('5 EPS'));
  cleanup();
  switchLanguage('es');
  show({});
  await vi.waitFor(async () => expect(await said('Firewalls')).toBe('9 eventos en 24 h'));
});

test('the ways as rows tell the same; sums of a range are no rates', async () => {
  show({ view: 'table' });
  await screen.findAllByText('9 events in 24 h');
  cleanup();
  show({ of: 'range' });
  await vi.waitFor(async () => expect(await said('Firewalls')).toBe('9'));
});
