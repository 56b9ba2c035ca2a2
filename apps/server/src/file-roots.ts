import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { readList, type Environment } from './read-setting.ts';
import { StartFault } from './start-fault.ts';

const setting = 'ACEQUIA_FILE_ROOTS';

/** Folders that file data sinks may write to, as `name=/path` or `/path`; relative paths start at the working directory. */
export function readFileRoots(env: Environment, cwd: string, dataFolder: string): string[] {
  const roots = readList(env[setting] ?? path.join(dataFolder, 'files')).map((root) => {
    const [, name, folder = root] = /^([^/=]*)=(.*)$/.exec(root) ?? [];
    if (folder.trim() === '' || name?.trim() === '')
      throw new StartFault(`${setting}: "${root}" must be a folder, such as /srv/logs, or a name and a folder, such as logs=/srv/logs.`);
    if (/\p{Cc}/u.test(root) || root.length > 512)
      throw new StartFault(`${setting}: names and folders have at most 512 characters, none of them a control character.`);
    const absolute = path.resolve(cwd, folder.trim());
    return name === undefined ? absolute : `${name.trim()}=${absolute}`;
  });
  const names = roots.map((root) => nameAndFolder(root)[0]);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new StartFault(`${setting} names "${twice}" twice.`);
  return roots;
}

/** Throws StartFault when a folder is not there and cannot be made. */
export function makeFileRoots(roots: readonly string[]): void {
  for (const root of roots) {
    const [, folder] = nameAndFolder(root);
    try {
      mkdirSync(folder, { recursive: true });
    } catch (error) {
      throw new StartFault(`${setting}: the folder ${folder} cannot be created (${(error as NodeJS.ErrnoException).code}).`);
    }
  }
}

function nameAndFolder(root: string): readonly [name: string, folder: string] {
  const [, name, folder] = /^([^/=]+)=(\/.*)$/.exec(root) ?? [];
  return name === undefined || folder === undefined ? [root, root] : [name, folder];
}
