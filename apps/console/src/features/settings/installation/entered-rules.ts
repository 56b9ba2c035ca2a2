import type { EgressRule } from '@acequia/contract';

/** A rule as it stands in the form. */
export interface EnteredRule {
  /** For the list on the page. */
  readonly key: number;
  readonly address: string;
  readonly port: string;
  /** Empty: every organization. */
  readonly tenantId: string;
}

export const enteredOf = (rules: readonly EgressRule[]): EnteredRule[] =>
  rules.map(({ address, port, tenantId }, key) => ({ key, address, port: port === null ? '' : String(port), tenantId: tenantId ?? '' }));

export type RuleFault = 'addressEmpty' | 'portWrong';

/** What the form itself can see; whether a text is an address, the server says. */
export function faultOf({ address, port }: EnteredRule): RuleFault | undefined {
  if (address.trim() === '') return 'addressEmpty';
  const number = Number(port);
  return port.trim() === '' || (Number.isInteger(number) && number >= 1 && number <= 65_535) ? undefined : 'portWrong';
}

export const rulesOf = (entered: readonly EnteredRule[]): EgressRule[] =>
  entered.map(({ address, port, tenantId }) => ({
    address: address.trim(),
    port: port.trim() === '' ? null : Number(port),
    tenantId: tenantId === '' ? null : tenantId,
  }));
