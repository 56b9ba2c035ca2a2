import type { SubjectTotals } from './subject-protocol.ts';

/** What does not add up; undefined when everything does. */
export function imbalance(totals: readonly SubjectTotals[], refused: number): string | undefined {
  const of = (subjects: (subject: string) => boolean, name: string): number =>
    totals.filter(({ subject }) => subjects(subject)).reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0);
  const isListener = (subject: string): boolean => subject === 'LI_1';
  const isVersion = (subject: string): boolean => /^PV_\d/.test(subject);
  const [received, decoded] = [of(isListener, 'received'), of(isListener, 'decoded')];
  const [entered, created, delivered] = [of(isVersion, 'entered'), of(isVersion, 'created'), of(isVersion, 'delivered')];
  const [rejected, repeats] = [of(isVersion, 'rejected'), of(isVersion, 'filtered:duplicate')];
  const left = delivered + rejected + repeats;
  if (received === decoded && decoded === entered && entered + created === left && rejected === refused) return undefined;
  return `the ledger: ${received} received, ${decoded} decoded, ${entered} entered, ${created} created, ${delivered} delivered, ${rejected} rejected, ${repeats} repeats, ${refused} refused or set aside`;
}
