// A lockfile written on one platform can lack optional packages of others, and `npm ci` then refuses its own lock. Adds an
// entry (version, optional, os, cpu) for each optional dependency that the lock names but does not hold. Run after each
// change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs';

const path = 'package-lock.json';
const lock = JSON.parse(readFileSync(path, 'utf8'));
const systems = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'netbsd', 'sunos', 'win32', 'wasi', 'openharmony', 'aix'];
const processors = ['arm64', 'arm', 'x64', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Where npm would look for `name` when `from` needs it: nearest node_modules upwards. */
function isHeld(from, name) {
  for (let folder = from; ;) {
    if (lock.packages[[folder, 'node_modules', name].filter(Boolean).join('/')]) return true;
    if (folder === '') return false;
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : '';
  }
}

const words = (name) => name.toLowerCase().split(/[^a-z0-9]+/);
const added = [];
for (const [from, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isHeld(from, name)) continue;
    const os = systems.filter((system) => words(name).includes(system));
    const cpu = processors.filter((processor) => words(name).includes(processor));
    lock.packages[`node_modules/${name}`] = {
      version: version.replace(/^[\^~]/, ''),
      optional: true,
      ...(entry.dev ? { dev: true } : {}),
      os: os.length > 0 ? os : ['none'],
      ...(cpu.length > 0 ? { cpu } : {}),
    };
    added.push(name);
  }
}
if (added.length > 0) {
  const sorted = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
}
process.stdout.write(`${added.length} entries added to ${path}\n`);
