import { rankOf, type Role } from './roles.ts';

/** A member (or someone invited) as the one who acts sees them. */
export interface RankedUser {
  readonly id: string;
  readonly role: Role;
}

/** Specification 6: a role is given only by somebody of at least its rank. */
export const mayAssign = (actor: Role, role: Role): boolean => rankOf(role) <= rankOf(actor);

/** Specification 6: nobody acts on the own membership, nor on somebody of a higher rank. So there is always an owner left. */
export const mayActOn = (actor: RankedUser, target: RankedUser): boolean =>
  actor.id !== target.id && rankOf(target.role) <= rankOf(actor.role);

/** Specification 6: a selection that holds oneself or somebody of a higher rank has no bulk actions. */
export const mayActOnAll = (actor: RankedUser, targets: readonly RankedUser[]): boolean =>
  targets.length > 0 && targets.every((target) => mayActOn(actor, target));
