import { useReasonText } from './use-reason-text.ts';

/** What stands beside an address that may not be called, by the rule (`EGRESS_…`) the server names; undefined for anything else. */
export function useEgressText(): (rule: string | number | undefined) => string | undefined {
  const reasonOf = useReasonText();
  return (rule) => (typeof rule === 'string' && rule.startsWith('EGRESS_') ? reasonOf({ code: rule, fields: {} }) : undefined);
}
