import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot, type Acequia } from './acequia.ts';

export interface Printed {
  readonly code: number;
  readonly stdout: string;
}

/** `acequia <words>`, as an operator runs it on the machine of the installation. */
export function runCommand(acequia: Pick<Acequia, 'url' | 'dataDirectory'>, ...words: string[]): Promise<Printed> {
  const env = { ...process.env, ACEQUIA_URL: acequia.url, ACEQUIA_DATA: acequia.dataDirectory };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(projectRoot, 'apps/cli/bin/acequia.mjs'), ...words], { env }, (error, stdout) => {
      const code = error === null ? 0 : error.code;
      if (typeof code === 'number') resolve({ code, stdout });
      else reject(error ?? new Error('no exit code'));
    });
  });
}
