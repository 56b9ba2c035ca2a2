import { createServer } from 'node:net';

/** Below those that the system gives to outgoing connections and to port 0, which a connection of another test may be given at any moment. */
const ports = { first: 20_000, count: 12_000 };
let nextPort = (process.pid * 97) % ports.count;

/** A port nobody listens on, that nobody else is given: each file has its own, as files run side by side. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = ports.first + (nextPort++ % ports.count);
    if (await isFree(port)) return port;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().on('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
