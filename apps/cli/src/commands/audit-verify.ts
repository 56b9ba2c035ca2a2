import { operatorCommand } from '../server/operator-command.ts';

interface TenantAudit {
  readonly slug: string;
  readonly rows: number;
  readonly heads: number;
  readonly broken: { readonly seq: number; readonly what: 'changed' | 'missing' | 'other head' } | null;
}

const words = {
  changed: 'is not what was written',
  missing: 'is missing',
  'other head': 'is not the row whose hash was written outside of the database',
} as const;

/** `acequia audit verify`: has the server go through the activity log of every tenant. Exit code 1 when a row was changed, removed or put elsewhere. */
export const auditVerifyCommand = operatorCommand({
  usage: ['Usage: acequia audit verify'],
  read: (args) => (args.length === 0 ? {} : undefined),
  run: async (operator, _input, print) => {
    const answer = await operator.ask<{ readonly tenants: readonly TenantAudit[] }>('audit/verify', {});
    if (!answer.ok) {
      print(answer.error);
      return 2;
    }
    for (const { slug, rows, heads, broken } of answer.value.tenants)
      print(
        `${slug}: ${broken ? `row ${broken.seq} ${words[broken.what]}` : `rows that are whole: ${rows}, written heads that agree: ${heads}`}.`,
      );
    return answer.value.tenants.some(({ broken }) => broken) ? 1 : 0;
  },
});
