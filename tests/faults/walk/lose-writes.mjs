// A worker whose file data sinks lose one write in fifty without a word.
import { readlinkSync } from 'node:fs';
import { open } from 'node:fs/promises';

const everyNth = 50;

const handle = await open(process.execPath, 'r');
const prototype = Object.getPrototypeOf(handle);
await handle.close();
const { write } = prototype;
let writes = 0;
prototype.write = function (bytes, ...rest) {
  if (readlinkSync(`/proc/self/fd/${this.fd}`).endsWith('.ndjson') && ++writes % everyNth === 0)
    return Promise.resolve({ bytesWritten: bytes.length, buffer: bytes });
  return write.call(this, bytes, ...rest);
};
