// Stack traces of bundled programs name the sources. A map is read when the first stack that needs it is: read at the start, as
// `--enable-source-maps` does, the maps take 20 MB of each thread.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const maps = new Map();

function mapOf(address) {
  if (!maps.has(address)) {
    let map;
    try {
      map = new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${address}.map`), 'utf8')));
    } catch {
      map = undefined;
    }
    maps.set(address, map);
  }
  return maps.get(address);
}

/** A call as Node writes it, with the place in the source where a map knows it. */
function named(call) {
  const text = String(call);
  const address = call.getFileName();
  if (!address?.startsWith('file:')) return text;
  const place = mapOf(address)?.findEntry(call.getLineNumber() - 1, call.getColumnNumber() - 1);
  if (place?.originalSource === undefined) return text;
  const source = fileURLToPath(new URL(place.originalSource, address));
  return text.replace(/file:[^()]*:\d+:\d+/, `${source}:${place.originalLine + 1}:${place.originalColumn + 1}`);
}

Error.prepareStackTrace = (error, calls) => [String(error), ...calls.map((call) => `    at ${named(call)}`)].join('\n');
