import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EditorPresence, type EditorPlace, type EditorReport } from './editor-presence.ts';

const limits = { expiryMs: 25_000, ofPipeline: 50, ofUser: 30, ofSession: 20 };
const heartbeatMs = 10_000;

const reportOf = (over: Partial<EditorReport> = {}): EditorReport => ({
  tenantId: 'tenant',
  sessionId: 'session',
  window: 'w',
  sequence: 1,
  pipelineId: 'PL_1',
  user: { id: 'ben', name: 'Ben Ruiz', email: 'ben@example.com' },
  edits: true,
  place: { version: 'Main', node: null },
  at: 0,
  ...over,
});

const taken = (...reports: Partial<EditorReport>[]) => {
  const presence = new EditorPresence(limits);
  reports.forEach((report) => presence.take(reportOf(report), 0));
  return presence;
};
const seenBy = (presence: EditorPresence, user: string, tenant = 'tenant', pipeline = 'PL_1') =>
  presence.others(tenant, pipeline, user).map(({ userId, node }) => `${userId} ${node}`);

test('a user in two windows is one editor, where the window is that moved last, and never sees themselves', () => {
  const presence = taken(
    { window: 'a', place: { version: 'Main', node: 'n1' }, at: 1 },
    { window: 'b', place: { version: 'Main', node: 'n2' }, at: 2 },
  );
  expect(seenBy(presence, 'ann')).toEqual(['ben n2']);
  presence.take(reportOf({ window: 'a', sequence: 2, place: { version: 'Main', node: 'n1' }, at: 3 }), 0);
  expect(seenBy(presence, 'ann')).toEqual(['ben n2']);
  presence.take(reportOf({ window: 'a', sequence: 3, place: { version: 'Main', node: 'n3' }, at: 4 }), 0);
  expect(seenBy(presence, 'ann')).toEqual(['ben n3']);
  expect(seenBy(presence, 'ben')).toEqual([]);
});

test('only a change is told: a heartbeat is none, a move to another pipeline changes two', () => {
  const presence = taken({});
  expect(presence.take(reportOf({ sequence: 2 }), 1)).toEqual([]);
  expect(presence.take(reportOf({ sequence: 3, edits: false }), 1)).toHaveLength(1);
  expect(presence.take(reportOf({ sequence: 4, pipelineId: 'PL_2' }), 1).map(({ pipelineId }) => pipelineId)).toEqual(['PL_1', 'PL_2']);
});

test('an older report brings nobody back, neither one who left nor one whose session ended', () => {
  const presence = taken({ sequence: 1 }, { sequence: 3, place: null });
  expect(presence.take(reportOf({ sequence: 2 }), 0)).toEqual([]);
  expect(seenBy(presence, 'ann')).toEqual([]);
  const ended = taken({ sequence: 1 });
  expect(ended.endSession('session', 0)).toEqual([{ tenantId: 'tenant', pipelineId: 'PL_1' }]);
  expect(ended.take(reportOf({ sequence: 2 }), 0)).toEqual([]);
  expect(seenBy(ended, 'ann')).toEqual([]);
});

test('nothing is remembered for good', () => {
  const presence = taken({ window: 'a' }, { window: 'b', place: null });
  presence.endSession('another', 0);
  expect(presence.expire(limits.expiryMs - 1)).toEqual([]);
  expect(presence.size).toBe(3);
  expect(presence.expire(limits.expiryMs)).toEqual([{ tenantId: 'tenant', pipelineId: 'PL_1' }]);
  expect(presence.size).toBe(0);
});

test('a pipeline has so many users and a session so many windows; those that are there may go on', () => {
  const userOf = (id: string) => ({ id, name: id, email: '' });
  const crowd = Array.from({ length: limits.ofPipeline }, (_, index) => ({ sessionId: `s${index}`, user: userOf(`u${index}`) }));
  const full = taken(...crowd);
  expect(() => full.assertRoom(reportOf({ sessionId: 'late' }))).toThrow('ACQ-EDITORS-MANY');
  expect(() => full.assertRoom(reportOf({ sessionId: 's1', user: userOf('u1') }))).not.toThrow();
  expect(() => full.assertRoom(reportOf({ sessionId: 'late', tenantId: 'other' }))).not.toThrow();
  expect(() => full.assertRoom(reportOf({ sessionId: 'second', user: userOf('u1') }))).not.toThrow();
  const windows = Array.from({ length: limits.ofSession }, (_, index) => ({ window: `w${index}`, place: null }));
  const many = taken(...windows);
  expect(() => many.assertRoom(reportOf({ window: 'more' }))).toThrow('ACQ-EDITORS-MANY');
  expect(() => many.assertRoom(reportOf({ window: 'w1' }))).not.toThrow();
});

test('one user with many windows takes no place from others', () => {
  const own = Array.from({ length: limits.ofUser }, (_, index) => ({ sessionId: `s${index}` }));
  const presence = taken(...own);
  expect(() => presence.assertRoom(reportOf({ sessionId: 'more' }))).toThrow('ACQ-EDITORS-MANY');
  expect(() => presence.assertRoom(reportOf({ sessionId: 'ann', user: { id: 'ann', name: 'Ann', email: '' } }))).not.toThrow();
});

/** What a browser window does, beside the servers. */
interface Window {
  readonly sessionId: string;
  readonly tenantId: string;
  readonly user: string;
  readonly window: string;
  sequence: number;
  pipelineId: string;
  place: EditorPlace | null;
  since: number;
  reportedAt: number;
  alive: boolean;
}

/** Two servers read one log of messages, each at its own pace; the model is what the windows did. */
class World {
  now = 0;
  readonly log: (EditorReport | string)[] = [];
  readonly servers = [0, 1].map(() => ({ presence: new EditorPresence(limits), read: 0, restarted: false }));
  /** Three users of two tenants; `ben` has two sessions, one of them with two windows. */
  readonly windows: Window[] = (
    [
      ['s1', 'water', 'ann', 'a'],
      ['s2', 'water', 'ben', 'b'],
      ['s2', 'water', 'ben', 'c'],
      ['s3', 'water', 'ben', 'd'],
      ['s4', 'stone', 'cy', 'e'],
    ] as const
  ).map(([sessionId, tenantId, user, window]) => ({
    sessionId,
    tenantId,
    user,
    window,
    sequence: 0,
    pipelineId: 'PL_1',
    place: null,
    since: 0,
    reportedAt: -limits.expiryMs,
    alive: true,
  }));

  report(window: Window): void {
    if (!window.alive) return;
    window.sequence += 1;
    window.reportedAt = this.now;
    this.log.push(this.said(window));
  }
  said({ user, since: _since, reportedAt: _at, alive: _alive, ...said }: Window): EditorReport {
    return { ...said, user: { id: user, name: user, email: '' }, edits: true, at: this.now };
  }
  read(server: number, messages: number): void {
    const reader = this.servers[server]!;
    for (const message of this.log.slice(reader.read, reader.read + messages))
      if (typeof message === 'string') reader.presence.endSession(message, this.now);
      else reader.presence.take(message, this.now);
    reader.read = Math.min(this.log.length, reader.read + messages);
  }
  pass(ms: number): void {
    this.servers.forEach((_server, index) => this.read(index, Infinity));
    for (const end = this.now + ms; this.now < end;) {
      this.now += 1000;
      for (const window of this.windows) if (window.place !== null && this.now - window.reportedAt >= heartbeatMs) this.report(window);
      this.servers.forEach(({ presence }, index) => {
        this.read(index, Infinity);
        presence.expire(this.now);
      });
    }
  }
  live(tenantId: string, pipelineId: string, user: string): string[] {
    const there = this.windows.filter(
      (each) =>
        each.tenantId === tenantId &&
        each.pipelineId === pipelineId &&
        each.user !== user &&
        each.place !== null &&
        this.now - each.reportedAt < limits.expiryMs,
    );
    const last = new Map<string, Window>();
    for (const each of there.toSorted((a, b) => a.since - b.since || (a.window < b.window ? -1 : 1))) last.set(each.user, each);
    return [...last.values()].map((each) => `${each.user} ${each.place!.node}`).toSorted();
  }
}

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: fc.constant('move' as const), window: fc.nat(4), pipeline: fc.nat(1), node: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('leave' as const), window: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crash' as const), window: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('end' as const), window: fc.nat(4) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('late' as const), at: fc.nat(1000) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('read' as const), server: fc.nat(1), messages: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('restart' as const), server: fc.nat(1) }) },
);

test('whatever windows and servers do, every server shows everyone exactly the others that are there', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const world = new World();
      for (const each of steps) {
        const window = 'window' in each ? world.windows[each.window]! : undefined;
        if (each.type === 'move' && window?.alive) {
          const place = { version: 'Main', node: `n${each.node}` };
          const pipelineId = `PL_${each.pipeline}`;
          if (pipelineId !== window.pipelineId || place.node !== window.place?.node || world.now - window.reportedAt >= limits.expiryMs)
            window.since = world.now;
          Object.assign(window, { pipelineId, place });
          world.report(window);
        } else if (each.type === 'leave' && window?.alive) {
          window.place = null;
          world.report(window);
        } else if (each.type === 'crash') window!.alive = false;
        else if (each.type === 'end') {
          for (const one of world.windows.filter(({ sessionId }) => sessionId === window!.sessionId))
            Object.assign(one, { alive: false, place: null });
          world.log.push(window!.sessionId);
        } else if (each.type === 'late') {
          const old = world.log[each.at % Math.max(1, world.log.length)];
          const sender = typeof old === 'object' ? world.windows.find((one) => one.window === old.window) : undefined;
          // A report that was on its way arrives after a newer one of its window.
          if (old !== undefined && sender && world.now - sender.reportedAt < limits.expiryMs) world.log.push(old);
        } else if (each.type === 'read') world.read(each.server, each.messages);
        else if (each.type === 'pass') world.pass(each.seconds * 1000);
        else if (each.type === 'restart') {
          Object.assign(world.servers[each.server]!, { presence: new EditorPresence(limits), read: world.log.length, restarted: true });
          world.pass(limits.expiryMs);
        }
      }
      world.servers.forEach(({ presence, restarted }, server) => {
        world.read(server, Infinity);
        for (const tenant of ['water', 'stone'])
          for (const pipeline of ['PL_0', 'PL_1'])
            for (const user of ['ann', 'ben', 'cy']) {
              // A server that began later does not know which of a user's windows moved last.
              const shown = (list: string[]) => (restarted ? list.map((one) => one.split(' ')[0]) : list).toSorted();
              expect(shown(seenBy(presence, user, tenant, pipeline))).toEqual(shown(world.live(tenant, pipeline, user)));
            }
      });
    }),
    { numRuns: 400 },
  );
});
