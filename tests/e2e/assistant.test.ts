import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { callTools, refuse, say, startTestModel } from '../../apps/server/src/modules/assistant/test-model.ts';
import { logIn } from './harness/browser.ts';
import { createAccessLogPipeline, createPipeline, type Made } from './harness/content.ts';
import { card } from './harness/editor.ts';
import { looks, useHouse } from './harness/house.ts';
import { settled, surveyOtherTheme, surveyPage } from './harness/survey.ts';

/** No model: an HTTP server on loopback that speaks its protocol with written answers. */
const model = await startTestModel();
afterAll(() => model.close());
const house = useHouse('assistant', { env: { ACEQUIA_ASSISTANT_URL: model.url, ACEQUIA_ASSISTANT_MODEL: 'toy-1' } });
const pictures = process.env['ACEQUIA_PICTURES'];
let made: Made | undefined;

const said = {
  en: {
    assistant: 'Assistant',
    question: 'Question',
    apply: 'Apply to draft',
    applied: 'Applied to the draft',
    added: 'Added',
    close: 'Close',
    undo: 'Undo: Keep one in ten',
    title: 'Keep one in ten',
    step: 'Sampling',
    account: /^AV, Account|Account of/,
    away: 'The model doesn’t answer',
  },
  es: {
    assistant: 'Asistente',
    question: 'Pregunta',
    apply: 'Aplicar al borrador',
    applied: 'Aplicado al borrador',
    added: 'Nuevo',
    close: 'Cerrar',
    undo: 'Deshacer: Queda uno de diez',
    title: 'Queda uno de diez',
    step: 'Muestreo',
    account: /Cuenta de/,
    away: 'El modelo no responde',
  },
} as const;

test.each(looks)(
  'a question is answered from what is there, a proposal is applied by hand and taken back as one step ($language, $theme)',
  async (look) => {
    const words = said[look.language];
    made ??= await createAccessLogPipeline(house.api, 'Web logs', 5);
    const { document } = await house.api.call<{ document: unknown }>('GET', `/pipelines/${made.id}/versions/Main`);
    const { id: pipelineId } = await createPipeline(house.api, `Web logs ${look.language}`, document);
    await house.prefer(look);
    const { page, context, complaints } = await house.open(look);
    await logIn(page, house.url);

    // From the menu of the user, on any page.
    await page.getByRole('button', { name: words.account }).click();
    await page.getByRole('menuitem', { name: words.assistant }).click();
    const panel = page.getByRole('dialog', { name: words.assistant });
    model.answers(callTools({ name: 'pipelines_list', given: {} }), say('You have **one** pipeline', ', Web logs.'));
    await panel.getByRole('textbox', { name: words.question }).fill('?');
    await page.keyboard.press('Enter');
    await panel.getByText('pipeline, Web logs.').waitFor();
    await panel.getByRole('link', { name: 'Pipelines' }).waitFor();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });

    await page.goto(`${house.url}/pipelines/${pipelineId}/Main`);
    await settled(page);
    await page.getByRole('button', { name: words.assistant }).click();
    await settled(page);
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `assistant-${look.language}-begin.png`) });
    const config = { method: 'first-of', allowed: 1, total: 10 };
    const node = { kind: 'action', id: 'sampling-1', component: 'sampling', config };
    model.answers(
      callTools(
        { name: 'describe_component', given: { kind: 'action', component: 'sampling' } },
        { name: 'pipelines_find', given: { id: pipelineId } },
      ),
      callTools({ name: 'propose_changes', given: { title: words.title, changes: [{ type: 'insert', link: 'l2', node }] } }),
      say('- Nine of ten events stay here.'),
    );
    await panel.getByRole('textbox', { name: words.question }).fill('1/10?');
    await page.keyboard.press('Enter');
    await panel.getByText('Nine of ten events stay here.').waitFor();
    await panel.getByText(words.added).first().waitFor();
    expect(await surveyPage(page)).toEqual([]);
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `assistant-${look.language}-proposal.png`) });
    if (look.language === 'en') expect(await surveyOtherTheme(page)).toEqual([]);
    expect(await card(page, words.step).count()).toBe(0);
    await panel.getByRole('button', { name: words.apply }).click();
    await panel.getByText(words.applied).waitFor();

    model.answers(refuse(503));
    await panel.getByRole('textbox', { name: words.question }).fill('?');
    await page.keyboard.press('Enter');
    await panel.getByText(words.away).waitFor();
    if (pictures !== undefined) await page.screenshot({ path: join(pictures, `assistant-${look.language}-applied.png`) });
    await panel.getByRole('button', { name: words.close }).click();
    await panel.waitFor({ state: 'detached' });
    await card(page, words.step).waitFor();
    await page.getByRole('button', { name: words.undo }).click();
    await card(page, words.step).waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  },
);
