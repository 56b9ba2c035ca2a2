// For tests: runs the module text of the first argument in a process of its own.
import { rmSync, writeFileSync } from 'node:fs';

const file = new URL(`./.module-${process.pid}.ts`, import.meta.url);
writeFileSync(file, process.argv[2]);
process.once('exit', () => rmSync(file, { force: true }));
setImmediate(() => rmSync(file, { force: true }));
await import(file.href);
