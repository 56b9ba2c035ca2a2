import { operatorCommand } from '../server/operator-command.ts';

interface TenantAudit {
  readonly slug: string;
  readonly rows: number;
  readonly heads: number;
  readonly broken: { readonly seq: number; readonly what: 'changed' | 'missing' | 'other head' } | null;
}

const words = {
  changed: 'was changed',
  missing: 'is missing',
  'other head': 'does not match the hash that was saved outside the database',
} as const;

/** `acequia audit verify`: has the server go through the activity log of every tenant. Exit code 1 when a row was changed, removed or put elsewhere. */
export const auditVerifyCommand = operatorCommand({
  usage: ['Usage: acequia audit verify', '  Checks that no entry of the activity logs was changed or removed. Exit code 1 if one was.'],
  read: (args) => (args.length === 0 ? {} : undefined),
  run: async (operator, _input, print) => {
    const answer = await operator.ask<{ readonly tenants: readonly TenantAudit[] }>('audit/verify', {});
    if (!answer.ok) {
      print(answer.error);
      return 2;
    }
    for (const { slug, rows, heads, broken } of answer.value.tenants)
      print(`${slug}: ${broken ? `row ${broken.seq} ${words[broken.what]}` : `intact rows: ${rows}, matching saved hashes: ${heads}`}.`);
    return answer.value.tenants.some(({ broken }) => broken) ? 1 : 0;
  },
});
