import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Stops the server in the folder of the first argument, and removes the folder, once its input has ended. */
const endOfServer = `
cat > /dev/null
file="$1/postgres/postmaster.pid"
if read -r pid < "$file"; then
  kill -INT "$pid"
  while kill -0 "$pid"; do sleep 0.02; done
fi
rm -rf "$1"
`;

/**
 * Stops the server of a folder and removes the folder when this process has ended. The runner of the tests ends it by signals that it
 * cannot answer; its pipe to the guard closes whatever ends it.
 */
export function endWithThisProcess(folder: string): void {
  const guard = spawn('/bin/sh', ['-c', endOfServer, 'sh', folder], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  (guard.stdin as Socket).unref();
}
