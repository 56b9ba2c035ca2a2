import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const settings = `[ca]
default_ca=own
[own]
database=index
serial=serial
new_certs_dir=.
default_md=sha256
policy=names
[names]
commonName=supplied
[names_of_host]
subjectAltName=IP:127.0.0.1
`;

/** A self-signed certificate of 127.0.0.1 that ended in January 2020, and its key, both PEM. */
export function expiredCertificate(): { readonly cert: string; readonly key: string } {
  const folder = mkdtempSync(join(tmpdir(), 'acequia-expired-'));
  try {
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
    writeFileSync(join(folder, 'ca.cnf'), settings);
    writeFileSync(join(folder, 'index'), '');
    openssl(
      'req',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:prime256v1',
      '-nodes',
      '-keyout',
      'key.pem',
      '-out',
      'request.csr',
      '-subj',
      '/CN=localhost',
    );
    openssl(
      'ca',
      '-batch',
      '-selfsign',
      '-rand_serial',
      '-notext',
      '-config',
      'ca.cnf',
      '-extensions',
      'names_of_host',
      '-in',
      'request.csr',
      '-keyfile',
      'key.pem',
      '-startdate',
      '20200101000000Z',
      '-enddate',
      '20200102000000Z',
      '-out',
      'cert.pem',
    );
    return { cert: readFileSync(join(folder, 'cert.pem'), 'utf8'), key: readFileSync(join(folder, 'key.pem'), 'utf8') };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
