import type { Listener, LiveFrame, Version } from '@acequia/contract';
import { actionDefinitions } from '@acequia/components/definitions';
import { emptyDocument, validate, type PipelineNode } from '@acequia/pipeline';
import { describe, expect, it } from 'vitest';
import { cardText } from './card-text.ts';
import { surroundingsOf, type Catalogue } from './catalogue.ts';
import { diffLines } from './diff-lines.ts';
import { badges, editorProblems } from './editor-problems.ts';
import { createViewer, whileFresh } from './editor-view.ts';
import { optionTitle } from './field-title.ts';
import { keepDraft, readKeptDraft } from './kept-draft.ts';
import { linkShape, linkWidth } from './link-shape.ts';
import { createLiveStore } from './live-store.ts';
import { paletteSections, searchPalette } from './palette.ts';
import { graphDiff } from './graph-diff.ts';
import { comparedWith, versionHistory } from './history.ts';
import { consequence, nextNumber, placements, possibleKinds, updateOf } from './publish-plan.ts';
import { action, datasink, documentOf, label } from '@acequia/pipeline/testing';
import { fakeLiveFrame } from '#lib/operations/testing/fake-things.ts';
import { catalogue } from './test-catalogue.ts';

const builtIn = (id: string) => (id === 'all' ? 'All events' : 'Unlabeled');
const rate = (events: number) => ({ events, bytes: events * 100 });
const liveNode = (more: object = {}) => ({
  in: rate(10),
  ports: { default: rate(10) },
  rejected: 0,
  filtered: 0,
  dropped: 0,
  reasons: {},
  queuedEvents: 0,
  waiting: null,
  ...more,
});
const frame = (nodes: LiveFrame['nodes']): LiveFrame =>
  fakeLiveFrame({ nodes, pipelines: { PL_1: { entered: rate(10), delivered: rate(9), rejected: 0, dropped: 0 } } });
const good = documentOf([label(), action('a'), datasink('d')], ['in>a', 'a>d']);
const checked = validate(good, surroundingsOf(catalogue));

describe('live numbers', () => {
  it('keep the object of a node whose numbers did not change', () => {
    const store = createLiveStore('PL_1');
    store.receive(frame({ a: liveNode(), d: liveNode() }));
    const [a, d] = [store.node('a'), store.node('d')];
    store.receive(frame({ a: liveNode(), d: liveNode({ queuedEvents: 3 }) }));
    expect(store.node('a')).toBe(a);
    expect(store.node('d')).not.toBe(d);
  });

  it('disappear when the stream breaks, rather than stand still', () => {
    const store = createLiveStore('PL_1');
    store.receive(frame({ a: liveNode() }));
    store.clear();
    expect(store.node('a')).toBeUndefined();
    expect(store.pipeline()).toBeUndefined();
    expect(store.largest()).toBe(0);
  });

  it('make a link as wide as its share, and never invisible', () => {
    expect(linkWidth(100, 100)).toBe(11);
    expect(linkWidth(0, 100)).toBe(2);
    expect(linkWidth(Number.NaN, 0)).toBe(2);
    expect(linkWidth(25, 100)).toBe(6.5);
  });

  it('draw a link upwards in a wide bend', () => {
    expect(linkShape({ x: 0, y: 100 }, { x: 0, y: 0 }).path).toContain('C0,');
  });
});

describe('the problem list', () => {
  it('shows errors before warnings, and counts them by node', () => {
    const broken = documentOf([label(), action('a', { config: {} }), action('b'), datasink('d')], ['in>a', 'in>b', 'a>d']);
    const problems = editorProblems(broken, validate(broken, surroundingsOf(catalogue)), () => undefined, []);
    expect(problems.map((problem) => `${problem.severity} ${problem.code} ${problem.node}`)).toEqual([
      'error config a',
      'warning port-unconnected b',
    ]);
    expect(badges(problems).get('a')).toEqual({ errors: 1, warnings: 0 });
  });

  it('says when events end at an error port nobody reads, and keeps quiet when none do', () => {
    expect(editorProblems(good, checked, () => liveNode({ rejected: 0 }), [])).toEqual([]);
    const problems = editorProblems(good, checked, (id) => (id === 'a' ? liveNode({ rejected: 200 }) : undefined), []);
    expect(problems).toEqual([{ code: 'error-unconnected', severity: 'warning', node: 'a', port: 'error', eventsPerSecond: 200 }]);
  });

  it('says what a waiting node waits for', () => {
    const reason = { code: 'HTTP_401', fields: {} };
    expect(editorProblems(good, checked, (id) => (id === 'd' ? liveNode({ waiting: reason }) : undefined), [])).toMatchObject([
      { code: 'waiting', node: 'd', reason },
    ]);
  });

  it('warns at the label of what its listener reports while it runs, on the card too', () => {
    const reason = { code: 'FILE_DENIED', fields: { message: '/var/log/secure' } };
    const said = (state: Listener['state']) =>
      editorProblems(good, checked, () => undefined, [{ id: 'LI_1', state, reason }]).map((problem) => problem.code);
    expect([said('created'), said('error'), said('stopped')]).toEqual([['listener'], ['listener'], []]);
    const listeners = catalogue.listeners.map((listener) => ({ ...listener, reason }));
    const view = createViewer()(good, { ...catalogue, listeners }, 'en', builtIn);
    expect(view.badges.get('in')).toEqual({ errors: 0, warnings: 1 });
  });
});

it('says nothing of the empty fields of a step that was just added, and is not publishable all the same', () => {
  const document = documentOf([label(), action('a', { config: {} }), datasink('d')], ['in>a', 'a>d']);
  const view = createViewer()(document, catalogue, 'en', builtIn);
  expect(view.badges.get('a')).toEqual({ errors: 1, warnings: 0 });
  const fresh = whileFresh(view, 'a');
  expect([fresh.badges.get('a'), fresh.validation.problems.length]).toEqual([undefined, 1]);
  expect(whileFresh(view, 'd')).toBe(view);
});

describe('words on a card', () => {
  it('come from the tenant and the component, in the language', () => {
    expect(cardText(good.nodes[0]!, catalogue, 'en', builtIn)).toEqual({
      title: 'All events',
      component: 'edge',
      lines: ['edge · port 514'],
    });
    expect(cardText(good.nodes[1]!, catalogue, 'es', builtIn)).toEqual({ title: 'Etiqueta', component: 'Etiqueta', lines: ['colour'] });
    expect(cardText(good.nodes[2]!, catalogue, 'en', builtIn)).toEqual({ title: 'Archive', component: 'Bin', lines: ['/srv'] });
  });

  it('stay readable when the thing is gone', () => {
    expect(cardText(label('x', { listenerId: 'LI_9', labelId: 'LB_9' }), catalogue, 'en', builtIn).title).toBe('LB_9');
    expect(cardText(action('x', { component: 'gone' }), catalogue, 'en', builtIn)).toEqual({ title: 'gone', component: 'gone', lines: [] });
    expect(cardText(datasink('x', { datasinkId: 'DS_9' }), catalogue, 'en', builtIn).title).toBe('Bin');
    expect(cardText(action('x', { config: {} }), catalogue, 'en', builtIn).lines).toEqual([]);
  });

  it('name a deleted thing as it was called, and an enrichment by its name', () => {
    const known: Catalogue = {
      ...catalogue,
      actionDefinitions: [...catalogue.actionDefinitions, actionDefinitions.lookup],
      lookups: new Map([['LK_1', 'Owners']]),
      removed: new Map([
        ['LI_9', 'Old edge'],
        ['LB_9', 'Errors'],
        ['DS_9', 'Spare'],
        ['LK_9', 'Old owners'],
      ]),
    };
    const text = (node: PipelineNode) => cardText(node, known, 'en', builtIn);
    expect(text(label('x', { listenerId: 'LI_9', labelId: 'LB_9' }))).toMatchObject({ title: 'Errors', lines: ['Old edge'] });
    expect(text(label('x', { listenerId: 'LI_9', labelId: 'all' })).title).toBe('All events');
    expect(text(datasink('x', { datasinkId: 'DS_9' })).title).toBe('Spare');
    const find = (lookup: string) =>
      action('l', {
        component: 'lookup',
        version: actionDefinitions.lookup.version,
        config: { lookup, key: '${message}', match: 'exact' },
      });
    expect(text(find('LK_1')).lines[0]).toMatch(/^Owners · /);
    expect(text(find('LK_9')).lines[0]).toMatch(/^Old owners · /);
  });
});

describe('the palette', () => {
  const sections = paletteSections(catalogue, 'es', builtIn);

  it('has labels first and datasinks last', () => {
    expect(sections.map((section) => section.name)).toEqual(['labels', 'filtering', 'advanced', 'datasinks']);
    expect(sections[0]!.entries.map((entry) => entry.title)).toEqual(['All events', 'Unlabeled', 'firewall']);
    expect(sections[0]!.entries.map((entry) => entry.group)).toEqual(['edge', 'edge', 'edge']);
  });

  it('has one entry for a listener without labels of its own: all of its events, found by either name', () => {
    const labels = catalogue.labels.filter(({ builtIn }) => builtIn);
    const alone = paletteSections({ ...catalogue, labels }, 'en', builtIn);
    const ingredient = { kind: 'label', listenerId: 'LI_1', labelId: 'all' };
    expect(alone[0]!.entries).toMatchObject([{ title: 'edge', about: 'All events', ingredient }]);
    expect(searchPalette(alone, 'all events')[0]!.entries).toHaveLength(1);
  });

  it('is found in by words, without accents, in titles and descriptions', () => {
    expect(searchPalette(sections, 'ANADE campo').flatMap((section) => section.entries.map((entry) => entry.key))).toEqual(['action:tag']);
    expect(searchPalette(sections, 'nothing like it')).toEqual([]);
    expect(searchPalette(sections, '  ')).toBe(sections);
  });

  it('offers first what has the words in its name', () => {
    const datasinks = catalogue.datasinks.map((each) => ({ ...each, name: 'First events' }));
    const shipped = paletteSections({ ...catalogue, datasinks, actionDefinitions: Object.values(actionDefinitions) }, 'en', builtIn);
    const found = searchPalette(shipped, 'first ev').flatMap((section) => section.entries.map((entry) => entry.title));
    expect(found[0]).toBe('First events');
    expect(found).toContain('Deduplicate');
  });

  it.each([
    ['mask', 'redact'],
    ['anonimizar', 'redact'],
    ['grok', 'parser'],
    ['route', 'conditional'],
    ['drop', 'filter'],
    ['join', 'lookup'],
    ['rename', 'field-transformation'],
    ['aggregate', 'group-by'],
    ['email', 'redact'],
  ])('finds a step by what people call it: %s', (word, id) => {
    const shipped = paletteSections({ ...catalogue, actionDefinitions: Object.values(actionDefinitions) }, 'en', builtIn);
    expect(searchPalette(shipped, word).flatMap((section) => section.entries.map((entry) => entry.key))).toContain(`action:${id}`);
  });
});

const version = (number: string, status: Version['status'], clusters: string[] = []): Version => ({
  id: `PV_${number}`,
  version: number,
  versionName: '',
  status,
  kind: null,
  clusters,
  reason: null,
  start: null,
  createdAt: 0,
  updatedAt: 0,
  createdBy: '',
  updatedBy: '',
});

describe('publishing', () => {
  it('begins at 1.0.0 and goes on from the newest, whatever runs', () => {
    expect(nextNumber([version('Main', 'draft')], 'major')).toBe('1.0.0');
    const versions = [version('1.2.0', 'running'), version('1.10.0', 'archived'), version('Main', 'draft')];
    expect(nextNumber(versions, 'minor')).toBe('1.11.0');
    expect(nextNumber(versions, 'release')).toBeUndefined();
    expect(possibleKinds(versions)).toEqual(['minor', 'patch', 'major', 'pre-release']);
    expect(possibleKinds([version('1.0.0-1', 'running')])).toContain('release');
    expect(possibleKinds([version('Main', 'draft')])).toEqual(['major', 'pre-release']);
  });

  it('says what starts, is replaced, and goes on where it is', () => {
    const versions = [version('1.1.0', 'running', ['a']), version('1.0.0', 'running', ['b', 'd']), version('Main', 'draft')];
    expect(consequence(versions, ['b', 'c'])).toEqual({
      starts: ['c'],
      replaces: [{ version: '1.0.0', clusterIds: ['b'] }],
      stays: [
        { version: '1.1.0', clusterIds: ['a'] },
        { version: '1.0.0', clusterIds: ['d'] },
      ],
    });
    expect(consequence([], ['a'])).toEqual({ starts: ['a'], replaces: [], stays: [] });
  });

  it('offers the highest number to a cluster that is behind, and no trial', () => {
    const [old, now] = [version('1.0.0', 'running', ['b']), version('1.1.0', 'running', ['a'])];
    const trial: Version = { ...version('1.2.0-1', 'stopped'), kind: 'pre-release' };
    const [onNew, onOld] = placements([now, old]);
    expect(updateOf(onOld!, [trial, now, old])).toBe(now);
    expect(updateOf(onNew!, [trial, now, old])).toBeUndefined();
  });

  it('compares a version with the one before it, and a draft with the newest published one', () => {
    const kept = version('Main-3', 'autosaved');
    const history = versionHistory([version('1.0.0', 'archived'), version('1.10.0', 'running'), version('Main', 'draft'), kept]);
    expect(history.published.map((each) => each.version)).toEqual(['1.10.0', '1.0.0']);
    expect(comparedWith('1.10.0', history)).toBe('1.0.0');
    expect(comparedWith('1.0.0', history)).toBe('Main');
    expect(comparedWith('Main', history)).toBe('1.10.0');
    expect(comparedWith('Main-3', history)).toBe('1.10.0');
    expect(comparedWith('Main', versionHistory([version('Main', 'draft')]))).toBeUndefined();
    // Nothing has been edited since the last publication: there is no draft.
    const untouched = versionHistory([version('1.0.0', 'archived'), version('1.1.0', 'running')]);
    expect(comparedWith('1.0.0', untouched)).toBe('1.1.0');
  });

  it('draws what was and what is in one, each step and link once', () => {
    const after = documentOf([label(), action('a', { config: { name: 'x' } }), action('b')], ['in>a', 'a>b']);
    const { boxes, links, bounds } = graphDiff(good, after);
    expect(boxes.map(({ node, mark }) => [node.id, mark])).toEqual([
      ['in', 'same'],
      ['a', 'changed'],
      ['b', 'added'],
      ['d', 'removed'],
    ]);
    expect(links.map(({ mark }) => mark)).toEqual(['same', 'added', 'removed']);
    expect(bounds.width).toBeGreaterThan(200);
    expect(graphDiff(emptyDocument, emptyDocument).boxes).toEqual([]);
  });

  it('says a changed condition once, as code', () => {
    const of = (value: number) =>
      documentOf([action('a', { config: { condition: { form: 'visual', ast: { field: 'status', op: 'ge', value } } } })]);
    expect(diffLines(of(400), of(500))).toMatchObject([
      { path: 'config.condition', before: '${status} >= 400', after: '${status} >= 500' },
    ]);
  });

  it('reads texts of a list together', () => {
    const of = (...detectors: string[]) => documentOf([action('a', { config: { detectors } })]);
    expect(diffLines(of('email'), of('email', 'phone'))).toMatchObject([
      { path: 'config.detectors', before: ['email'], after: ['email', 'phone'] },
    ]);
    const redact = action('a', { component: 'redact' });
    const known = { ...catalogue, actionDefinitions: Object.values(actionDefinitions) as never[] };
    expect(optionTitle(redact, 'detectors', 'phone', known, 'en')).toBe('Phone number');
    expect(optionTitle(redact, 'ownDetectors.0.check', 'luhn', known, 'es')).toBe('Luhn, como en las tarjetas');
    expect(optionTitle(redact, 'detectors', 'constructor', known, 'en')).toBeUndefined();
    expect(optionTitle(redact, 'unknown', 'phone', known, 'en')).toBeUndefined();
  });

  it('lists what differs, once', () => {
    const after = documentOf([label(), action('a', { config: { name: 'x' } }), action('b')], ['in>a', 'in>b', 'a>b']);
    expect(diffLines(good, after).map((line) => [line.mark, line.what])).toEqual([
      ['added', 'node'],
      ['removed', 'node'],
      ['changed', 'field'],
    ]);
    const relinked = documentOf(good.nodes, ['in>a', 'in>d']);
    expect(diffLines(good, relinked).map((line) => [line.mark, line.what])).toEqual([
      ['added', 'link'],
      ['removed', 'link'],
    ]);
  });
});

describe('what is kept in the tab', () => {
  it('comes back as it was, for its own pipeline only', () => {
    keepDraft(sessionStorage, 'PL_1', { revision: 3, base: emptyDocument, document: good });
    expect(readKeptDraft(sessionStorage, 'PL_1')).toEqual({ revision: 3, base: emptyDocument, document: good });
    expect(readKeptDraft(sessionStorage, 'PL_2')).toBeUndefined();
    keepDraft(sessionStorage, 'PL_1', undefined);
    expect(readKeptDraft(sessionStorage, 'PL_1')).toBeUndefined();
  });

  it('is left alone when it is not a draft', () => {
    for (const text of ['', '{', '{"revision":1,"document":{}}', 'null', '{"revision":"1","document":null}']) {
      sessionStorage.setItem('acequia:draft:document:PL_1', text);
      expect(readKeptDraft(sessionStorage, 'PL_1')).toBeUndefined();
    }
  });

  it('does not stop editing when the storage is full', () => {
    const full = {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => undefined,
    } as unknown as Storage;
    expect(() => keepDraft(full, 'PL_1', { revision: 3, base: good, document: good })).not.toThrow();
  });
});
