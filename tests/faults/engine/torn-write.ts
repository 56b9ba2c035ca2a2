import { unlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Names the file that arms a torn write; of the process and of its threads. */
export const tornWriteVariable = 'ACEQUIA_FAULTS_TORN_WRITE';

type Write = (this: object, bytes: unknown, offset?: number, length?: number, position?: number) => Promise<unknown>;

/**
 * Once armed, the next write to a file that was only just opened (its first bytes at a position) is made by half and then the
 * process is gone: a death before any commit can know of the file. No file of the variable's name: writes are as ever.
 */
export async function tearArmedWrites(): Promise<void> {
  const arming = process.env[tornWriteVariable];
  if (arming === undefined) return;
  const any = await open('/dev/null', 'w');
  const prototype = Object.getPrototypeOf(any) as { write: Write };
  await any.close();
  const { write } = prototype;
  const written = new WeakSet<object>();
  prototype.write = async function (bytes, offset, length, position) {
    const isFirst = bytes instanceof Uint8Array && position !== undefined && !written.has(this);
    if (isFirst) {
      written.add(this);
      if (disarm(arming)) {
        await write.call(this, bytes, offset, Math.max(1, Math.floor(length! / 2)), position);
        process.kill(process.pid, 'SIGKILL');
      }
    }
    return write.call(this, bytes, offset, length, position);
  };
}

function disarm(arming: string): boolean {
  try {
    unlinkSync(arming);
    return true;
  } catch {
    return false;
  }
}
