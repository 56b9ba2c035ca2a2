import { connect, createServer, type AddressInfo } from 'node:net';
import type { Page, Request } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { eventually } from '../e2e/harness/acequia.ts';
import { createDatasink, createListener, createPipeline, forkDocument, publishDraft } from '../e2e/harness/content.ts';
import { freePort } from '@acequia/testkit/free-port';
import { openEditor, useEditorHouse } from '../e2e/harness/editor.ts';

const editor = useEditorHouse('edits');
const seed = Number(process.env['ACEQUIA_EDITS_SEED'] ?? 20_261_124);
const edits = Number(process.env['ACEQUIA_EDITS'] ?? 200);
const nodesMax = 16;

interface Document {
  readonly nodes: readonly { readonly id: string; readonly kind: string; readonly position: { readonly x: number; readonly y: number } }[];
  readonly links: readonly {
    readonly id: string;
    readonly from: { readonly node: string; readonly port: string };
    readonly to: { readonly node: string };
  }[];
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** In the page: everything in which the drawing differs from the document that the editor keeps in this tab, or has saved last. */
function differences({ pipeline, saved }: { readonly pipeline: string; readonly saved: Document }): string[] {
  const key = Object.keys(sessionStorage).find((each) => each.includes('document:') && each.includes(pipeline));
  const kept = key === undefined ? undefined : (JSON.parse(sessionStorage.getItem(key)!) as { document: Document });
  const { nodes, links } = kept?.document ?? saved;
  const found: string[] = [];
  const compare = (what: string, drawn: readonly string[], known: readonly string[]) => {
    for (const each of drawn) if (!known.includes(each)) found.push(`${what} ${each} is drawn and not in the document`);
    for (const each of known) if (!drawn.includes(each)) found.push(`${what} ${each} is in the document and not drawn`);
  };
  const cards = new Map(
    [...document.querySelectorAll<HTMLElement>('.react-flow__node')].map((element) => [
      element.dataset['id']!,
      element.getBoundingClientRect(),
    ]),
  );
  const drawn = new Map([...document.querySelectorAll<SVGElement>('[data-link]')].map((element) => [element.dataset['link']!, element]));
  compare(
    'step',
    [...cards.keys()],
    nodes.map(({ id }) => id),
  );
  compare(
    'link',
    [...drawn.keys()],
    links.map(({ id }) => id),
  );
  if (found.length > 0) return found;

  const zoom = new DOMMatrix(getComputedStyle(document.querySelector('.react-flow__viewport')!).transform).a;
  const [first] = nodes;
  for (const { id, position } of nodes) {
    const [here, there] = [cards.get(id)!, cards.get(first!.id)!];
    const apart = (a: number, b: number, c: number, d: number) => Math.abs(a - b - (c - d) * zoom) > 1;
    if (apart(here.x, there.x, position.x, first!.position.x) || apart(here.y, there.y, position.y, first!.position.y))
      found.push(`step ${id} is not where the document has it`);
  }
  const middle = ({ x, y, width, height }: DOMRect) => ({ x: x + width / 2, y: y + height / 2 });
  const near = (a: { x: number; y: number }, b: { x: number; y: number }) => Math.hypot(a.x - b.x, a.y - b.y) <= 9 * zoom + 1;
  for (const { id, from, to } of links) {
    const path = drawn.get(id)!.querySelector<SVGPathElement>('.pe-link-body')!;
    const matrix = path.getScreenCTM()!;
    const length = path.getTotalLength();
    const points = Array.from({ length: 201 }, (_, index) => path.getPointAtLength((length * index) / 200).matrixTransform(matrix));
    const port = document.querySelector(`.react-flow__handle.source[data-nodeid="${from.node}"][data-handleid="${from.port}"]`);
    const entry = document.querySelector(`.react-flow__handle.target[data-nodeid="${to.node}"]`);
    if (!port || !near(points[0]!, middle(port.getBoundingClientRect())))
      found.push(`link ${id} does not begin at ${from.node}.${from.port}`);
    if (!entry || !near(points.at(-1)!, middle(entry.getBoundingClientRect()))) found.push(`link ${id} does not end at ${to.node}`);
    // A link whose end is under a card is drawn once more, over all cards.
    const over = [...document.querySelectorAll<SVGElement>('.pe-link-over')].find(
      (each) => each.querySelector('path')!.getAttribute('d') === path.getAttribute('d'),
    );
    if (over && Number(getComputedStyle(over).zIndex) > 1000) continue;
    for (const [node, card] of cards) {
      if (node === from.node || node === to.node) continue;
      if (points.some(({ x, y }) => x > card.left + 1 && x < card.right - 1 && y > card.top + 1 && y < card.bottom - 1))
        found.push(`the card of ${node} lies on link ${id} (${from.node} → ${to.node})`);
    }
  }
  return found;
}

/** In the page: where a pointer reaches the drawing, one place for each thing. */
function places() {
  const stage = document.querySelector('.react-flow__renderer')!.getBoundingClientRect();
  const reached = (x: number, y: number, selector: string) =>
    x > stage.left + 4 &&
    x < stage.right - 4 &&
    y > stage.top + 4 &&
    y < stage.bottom - 4 &&
    document.elementFromPoint(x, y)?.closest(selector);
  const cards: { id: string; kind: string; x: number; y: number }[] = [];
  const ports: { x: number; y: number }[] = [];
  const links: { x: number; y: number }[] = [];
  const free: { x: number; y: number }[] = [];
  for (const element of document.querySelectorAll<HTMLElement>('.react-flow__node')) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.4];
    if (reached(x, y, '.react-flow__node') === element)
      cards.push({ id: element.dataset['id']!, kind: element.dataset['id']!.split('-')[0]!, x, y });
  }
  for (const element of document.querySelectorAll<HTMLElement>('.react-flow__handle.source')) {
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    if (reached(x, y, '.react-flow__handle') === element) ports.push({ x, y });
  }
  for (const element of document.querySelectorAll<SVGPathElement>('[data-link] .pe-link-body')) {
    const [matrix, length] = [element.getScreenCTM()!, element.getTotalLength()];
    for (const part of [0.35, 0.65, 0.25]) {
      const { x, y } = element.getPointAtLength(length * part).matrixTransform(matrix);
      const at = reached(x, y, '[data-link]');
      if (!at || at !== element.closest('[data-link]') || document.elementFromPoint(x, y)?.closest('.pe-link-insert')) continue;
      links.push({ x, y });
      break;
    }
  }
  for (let x = stage.left + 40; x < stage.right - 40; x += 90)
    for (let y = stage.top + 40; y < stage.bottom - 40; y += 70)
      if (document.elementFromPoint(x, y)?.classList.contains('react-flow__pane')) free.push({ x, y });
  return { cards, ports, links, free };
}

const steps = ['Conditional', 'Sampling', 'Redact', 'Deduplicate', 'Message builder'];
const done = new Map<string, number>();
afterAll(() => console.log(`edits of seed ${seed}: ${[...done].map(([name, times]) => `${name} ${times}`).join(', ')}`));

test('after each of many edits by mouse and keyboard, the drawn links are those of the document and no card lies on another link', async () => {
  const pipeline = await createPipeline(editor.house.api, 'Many edits', forkDocument(editor.listener.id, editor.datasink.id));
  const { page, context, complaints } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.setViewportSize({ width: 1900, height: 1080 });
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const palette = page.getByRole('complementary', { name: 'Steps to add' });
  const draft = () => editor.house.api.call<{ document: Document }>('GET', `/pipelines/${pipeline.id}/versions/Main`);
  let saved = (await draft()).document;
  page.on('request', (request: Request) => {
    if (request.url().endsWith('/pipelines/saveDraft')) saved = (request.postDataJSON() as { json: { document: Document } }).json.document;
  });
  const same = async (what: string) => {
    const look = () => page.evaluate(differences, { pipeline: pipeline.id, saved });
    await expect.poll(look, { interval: 40, message: `seed ${seed}: after ${what}` }).toEqual([]);
  };
  const look = () => page.evaluate(places);
  const click = (at: { x: number; y: number }) => page.mouse.click(at.x, at.y);
  const drag = async (from: { x: number; y: number }, to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 3 });
    await page.mouse.up();
  };
  const chooseCard = async (): Promise<boolean> => {
    const card = pick((await look()).cards);
    if (card) await click(card);
    return card !== undefined;
  };
  const dragStep = async (to: { x: number; y: number } | undefined) => {
    if (!to) return;
    const name = pick([...steps, 'Count only'])!;
    const entry = palette.getByRole('button', { name, exact: true }).first();
    await entry.scrollIntoViewIfNeeded();
    const box = (await entry.boundingBox())!;
    await drag({ x: box.x + 40, y: box.y + box.height / 2 }, to);
  };
  const paletteClick = () =>
    palette
      .getByRole('button', { name: pick([...steps, 'Count only'])!, exact: true })
      .first()
      .click();

  /** Where the step has several ports, a menu asks for one of them. */
  const choosePort = async () => {
    const ports = page.getByRole('menu', { name: /^Which port/ }).getByRole('menuitem');
    const count = await ports.count();
    if (count > 0) await ports.nth(Math.floor(random() * count)).click();
  };

  const all: readonly (readonly [string, number, () => Promise<unknown>])[] = [
    [
      'add by name after the selected step',
      4,
      async () => {
        if (!(await chooseCard())) return;
        await page.keyboard.press('/');
        await page.keyboard.type(pick(steps)!);
        await page.keyboard.press('Enter');
        await choosePort();
        await page.keyboard.press('Escape');
      },
    ],
    ['add by a click after the selected step', 4, async () => (await chooseCard()) && (await paletteClick(), await choosePort())],
    [
      'add by a click into the selected link',
      2,
      async () => {
        const link = pick((await look()).links);
        if (link) await click(link);
        await paletteClick();
      },
    ],
    ['drag a step on a link', 3, async () => dragStep(pick((await look()).links))],
    ['drag a step to a free place', 2, async () => dragStep(pick((await look()).free))],
    [
      'draw a link',
      4,
      async () => {
        const { ports, cards } = await look();
        const [port, card] = [pick(ports), pick(cards)];
        if (port && card) await drag(port, card);
      },
    ],
    [
      'let a link go, and choose',
      2,
      async () => {
        const { ports, free } = await look();
        const [port, to] = [pick(ports), pick(free)];
        if (!port || !to) return;
        await drag(port, to);
        const choice = page.getByRole('dialog').getByRole('searchbox');
        if ((await choice.count()) === 0) return;
        await choice.fill(pick(steps)!);
        await page.keyboard.press(random() < 0.8 ? 'Enter' : 'Escape');
        await page.keyboard.press('Escape');
      },
    ],
    [
      'delete a link',
      3,
      async () => {
        const link = pick((await look()).links);
        if (!link) return;
        await click(link);
        await page.keyboard.press('Delete');
      },
    ],
    ['delete a step', 2, async () => (await chooseCard()) && page.keyboard.press('Delete')],
    [
      'press Backspace in its panel',
      1,
      async () => {
        if (!(await chooseCard())) return;
        // A click may meet a card that another one covers in part: then nothing is selected.
        if ((await page.getByRole('tab', { name: 'Notes' }).count()) === 0) return;
        await page.getByRole('tab', { name: 'Notes' }).click();
        await page.keyboard.press('Backspace');
        await page.getByRole('tab', { name: 'Notes' }).waitFor();
      },
    ],
    ['undo', 4, () => page.keyboard.press('Control+z')],
    ['redo', 2, () => page.keyboard.press('Control+y')],
    [
      'copy and paste',
      1,
      async () => {
        if (!(await chooseCard())) return;
        await page.keyboard.press('Control+c');
        await page.keyboard.press('Control+v');
      },
    ],
    ['duplicate', 1, async () => (await chooseCard()) && page.keyboard.press('Control+d')],
    [
      'move a card by mouse',
      6,
      async () => {
        const { cards, free, links } = await look();
        const [card, to] = [pick(cards), pick(random() < 0.5 ? links : free)];
        if (card && to) await drag(card, to);
      },
    ],
    [
      'move a card by keyboard',
      2,
      async () => {
        if (!(await chooseCard())) return;
        const key = pick(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'])!;
        for (let times = Math.ceil(random() * 12); times > 0; times -= 1) await page.keyboard.press(`Shift+${key}`);
      },
    ],
    [
      'move a group',
      2,
      async () => {
        const { cards, free } = await look();
        const [one, other, to] = [pick(cards), pick(cards), pick(free)];
        if (!one || !other || one.id === other.id || !to) return;
        await click(one);
        const again = (await look()).cards;
        const [first, second] = [one, other].map(({ id }) => again.find((each) => each.id === id));
        if (!first || !second) return;
        await page.keyboard.down('Control');
        await click(second);
        await page.keyboard.up('Control');
        await drag(second, to);
      },
    ],
    ['arrange', 1, () => page.keyboard.press('l')],
  ];
  const weighted = all.flatMap((edit) => Array.from({ length: edit[1] }, () => edit));

  await same('opening');
  for (let count = 0; count < edits; count += 1) {
    await page.keyboard.press('Escape');
    const fit = () => page.getByRole('button', { name: 'Fit to view' }).click();
    if (count % 5 === 0) await fit();
    if ((await page.locator('.react-flow__node').count()) > nodesMax) {
      await fit();
      for (let more = 0; more < 8; more += 1) if (await chooseCard()) await page.keyboard.press('Delete');
      await same('deleting many steps');
    }
    const [name, , edit] = pick(weighted)!;
    await edit();
    done.set(name, (done.get(name) ?? 0) + 1);
    await same(`edit ${count + 1} (${name})`);
  }
  await eventually('the draft to be stored as it is drawn', async () => {
    saved = (await draft()).document;
    await page.evaluate(() => sessionStorage.clear());
    return (await page.evaluate(differences, { pipeline: pipeline.id, saved })).length === 0 ? true : undefined;
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test('a step added after one with a link stands in that link, by click and by name, and the stored flow has no bypass', async () => {
  const document = {
    format: 1,
    nodes: [
      { kind: 'label', id: 'label-1', position: { x: 200, y: 0 }, listenerId: editor.listener.id, labelId: 'all' },
      {
        kind: 'datasink',
        id: 'null-1',
        position: { x: 200, y: 160 },
        datasinkId: editor.datasink.id,
        component: 'null',
        version: '1.0.0',
        config: {},
      },
    ],
    links: [{ id: 'l1', from: { node: 'label-1', port: 'default' }, to: { node: 'null-1' } }],
  };
  const pipeline = await createPipeline(editor.house.api, 'No bypass', document);
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  const flow = async (...expected: readonly string[]) =>
    eventually(expected.join(), async () => {
      const { links } = (await editor.house.api.call<{ document: Document }>('GET', `/pipelines/${pipeline.id}/versions/Main`)).document;
      const drawn = links.map(({ from, to }) => `${from.node.replace(/-.*/, '')} > ${to.node.replace(/-.*/, '')}`).toSorted();
      return drawn.join() === expected.toSorted().join() ? true : undefined;
    });
  const select = (page: Page) => page.locator('.react-flow__node').first().click();
  await select(page);
  await page
    .getByText('Between Label All events and Data sink Count only')
    .or(page.getByText('Between All events and Count only'))
    .first()
    .waitFor();
  await page.getByRole('complementary', { name: 'Steps to add' }).getByRole('button', { name: 'Redact', exact: true }).click();
  await flow('label > redact', 'redact > null');
  await select(page);
  await page.keyboard.press('/');
  await page.keyboard.type('Sampling');
  await page.keyboard.press('Enter');
  await flow('label > sampling', 'sampling > redact', 'redact > null');
  await context.close();
});

test('from syslog to syslog: a data sink that is added to a pipeline passes the received line on as it is', async () => {
  const [port, receiver] = [await freePort(), createServer()];
  const received: string[] = [];
  receiver.on('connection', (socket) => socket.on('data', (bytes) => received.push(bytes.toString())));
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { api } = editor.house;
  const listener = await createListener(api, 'Firewalls', 'syslog', { port });
  const address = receiver.address() as AddressInfo;
  const created = { protocol: 'tcp', host: '127.0.0.1', port: address.port, framing: 'non-transparent', trailerCode: 10 };
  await createDatasink(api, 'Next syslog', 'syslog', created);
  const pipeline = await createPipeline(api, 'Passed on', {
    format: 1,
    nodes: [{ kind: 'label', id: 'label-1', position: { x: 200, y: 0 }, listenerId: listener.id, labelId: 'all' }],
    links: [],
  });
  const { page, context } = await openEditor(editor.house, `${pipeline.id}/Main`);
  await page.locator('.react-flow__node').first().click();
  await page.getByRole('complementary', { name: 'Steps to add' }).getByRole('button', { name: 'Next syslog', exact: true }).click();
  await eventually('the data sink to be saved', async () => {
    const { document } = await api.call<{ document: Document }>('GET', `/pipelines/${pipeline.id}/versions/Main`);
    return document.links.length === 1 ? true : undefined;
  });
  await publishDraft(api, pipeline.id);
  const line = "<13>1 2026-11-24T10:00:00Z fw1 app 42 ID7 - it's <b>as</b> it was";
  const sender = connect(port, '127.0.0.1');
  // Until the pipeline runs, what comes is for nobody.
  const repeated = setInterval(() => sender.write(`${line}\n`), 500);
  await eventually('the line at the receiver', () => (received.length > 0 ? true : undefined));
  clearInterval(repeated);
  sender.destroy();
  expect(received.join('').split('\n')[0]).toBe(line);
  await context.close();
  receiver.close();
});
