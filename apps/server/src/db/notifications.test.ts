import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openNotifications } from './notifications.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test('a connection lost while it begins to listen is an error alone, so that nobody reconnects twice', async () => {
  const sockets: Socket[] = [];
  const proxy = createServer((client) => {
    const server = connect(`${db.owner.host}/.s.PGSQL.${db.owner.port}`);
    sockets.push(client, server);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    server.pipe(client);
    client.on('data', (data) => (data.includes('listen') ? sockets.forEach((socket) => socket.destroy()) : server.write(data)));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  let ends = 0;
  const opening = openNotifications(
    { ...db.owner, host: '127.0.0.1', port },
    'tests',
    () => undefined,
    () => (ends += 1),
  );
  await expect(opening).rejects.toThrow();
  await new Promise<void>((resolve) => proxy.close(() => resolve()));
  await new Promise((resolve) => setImmediate(resolve));
  expect(ends).toBe(0);
});
