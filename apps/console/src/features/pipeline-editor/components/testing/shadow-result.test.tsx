import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ShadowSide } from '@acequia/contract';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { TooltipProvider } from '@acequia/ui';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { startI18n } from '#i18n/i18n.ts';
import { reasonTexts } from '#lib/operations/reason-texts.ts';
import { fakeServer } from '#lib/operations/testing/fake-server.ts';
import { createViewer } from '../../model/editor-view.ts';
import { emptySide, fakeShadowRun } from '../../model/fake-shadow-run.ts';
import { catalogue } from '../../model/test-catalogue.ts';
import { ViewContext } from '../editor-context.ts';
import { ShadowResult } from './shadow-result.tsx';

vi.mock('#lib/session/index.ts', () => ({ useMay: () => true }));

const refusing: ShadowSide = {
  ...emptySide,
  outcomes: { 'rejected:PARSE_COLUMNS': 3 },
  errors: [{ node: 'a', code: 'PARSE_COLUMNS', count: 3 }],
};
const run = fakeShadowRun({
  result: {
    draft: refusing,
    differing: 1,
    differences: [{ event: 'e', receivedMs: 0, input: '{}', running: [], draft: [{ node: 'a', code: 'PARSE_COLUMNS', json: '{}' }] }],
  },
});
fakeServer({ 'shadowRuns:find': run });

afterEach(cleanup);

it.each([
  ['en', 'The number of columns differs', /^Rejected by/],
  ['es', 'El número de columnas no coincide', /^Rechazado por/],
] as const)(
  'says why events are rejected in the words of the reason, in the figures and at the event: %s',
  async (language, reason, rejected) => {
    startI18n(language);
    await reasonTexts.load();
    const document = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
    render(
      <QueryClientProvider client={new QueryClient()}>
        <TooltipProvider>
          <ViewContext value={createViewer()(document, catalogue, language, (id) => id)}>
            <ShadowResult id="SH_1" mayStop={false} />
          </ViewContext>
        </TooltipProvider>
      </QueryClientProvider>,
    );
    const figure = (await screen.findAllByRole('row')).find((row) => row.textContent.includes(reason))!;
    expect(
      within(figure)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
        .slice(1),
    ).toEqual(['0', '3']);
    expect(screen.getByRole('heading', { name: rejected }).textContent).toContain(reason);
  },
);
