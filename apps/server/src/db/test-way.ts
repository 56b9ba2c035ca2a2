import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { openDatabase, type Database } from './database.ts';
import { testKek, testRoles, type TestDatabase } from './test-database.ts';

/** A way over TCP to a database of a test. */
export interface TestWay {
  /** The database at its far end. */
  readonly db: TestDatabase;
  close(): Promise<void>;
  open(): Promise<void>;
  /** Asks what becomes of each statement that has all these texts, its parameters included, until the result is called. */
  trap(texts: readonly string[], fate: (connection: object) => Fate): () => void;
}

/**
 * Goes through; is lost with its connection; is carried out, and the connection is lost before the answer; or is carried out, and
 * nothing comes back any more on a connection that stays open.
 */
export type Fate = 'pass' | 'lose' | 'lose the answer' | 'swallow the answer';

interface Trap {
  readonly texts: readonly string[];
  readonly fate: (connection: object) => Fate;
}

/** `statementTimeoutMs` as of `openDatabase`. */
export async function openTestWay(db: TestDatabase, statementTimeoutMs?: number): Promise<TestWay> {
  const sockets = new Set<Socket>();
  let trap: Trap | undefined;
  const proxy = createServer((client) => {
    const { host, port, connectionString } = db.owner;
    const url = connectionString === undefined ? undefined : new URL(connectionString);
    const server = url ? connect(Number(url.port), url.hostname) : connect(`${host}/.s.PGSQL.${port}`);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => {
        sockets.delete(socket);
        for (const other of [client, server]) other.destroy();
      });
    }
    let answers: Fate = 'pass';
    client.on('data', (bytes: Buffer) => {
      const text = bytes.toString('latin1');
      const fate = trap?.texts.every((each) => text.includes(each)) ? trap.fate(client) : 'pass';
      if (fate === 'lose') return void client.destroy();
      if (fate !== 'pass') answers = fate;
      server.write(bytes);
    });
    server.on('data', (bytes: Buffer) => {
      if (answers === 'pass') client.write(bytes);
      else if (answers === 'lose the answer') client.destroy();
    });
  });
  const listen = (port: number) => new Promise<void>((resolve) => proxy.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = proxy.address() as AddressInfo;
  const { connectionString } = db.owner;
  const owner =
    connectionString === undefined
      ? { ...db.owner, host: '127.0.0.1', port }
      : { connectionString: Object.assign(new URL(connectionString), { host: `127.0.0.1:${port}` }).href };
  const database: Database = openDatabase(owner, testRoles, testKek, statementTimeoutMs);
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    if (proxy.listening) await new Promise<void>((resolve) => proxy.close(() => resolve()));
  };
  return {
    db: {
      ...db,
      database,
      owner,
      drop: async () => {
        await database.close();
        await close();
        await db.drop();
      },
    },
    open: () => listen(port),
    close,
    trap: (texts, fate) => {
      trap = { texts, fate };
      return () => (trap = undefined);
    },
  };
}
