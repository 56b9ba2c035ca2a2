import { readFileSync } from 'node:fs';

/** State of a socket that listens, in `/proc/net/tcp`. */
const listenState = '0A';

/** Whether something listens on a TCP port of this machine, without connecting to it. */
export function isListening(port: number): boolean {
  const hex = port.toString(16).toUpperCase().padStart(4, '0');
  return ['/proc/net/tcp', '/proc/net/tcp6'].some((path) =>
    readFileSync(path, 'latin1')
      .split('\n')
      .some((line) => {
        const [, local, , state] = line.trim().split(/\s+/);
        return state === listenState && local?.endsWith(`:${hex}`);
      }),
  );
}
