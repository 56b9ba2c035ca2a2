/** Roles of a membership, by rank (specification 6). */
export const roles = ['viewer', 'admin', 'owner'] as const;
export type Role = (typeof roles)[number];

/** owner 3, admin 2, viewer 1 */
export const rankOf = (role: Role): number => roles.indexOf(role) + 1;

export const resources = [
  'tenant',
  'user',
  'secret',
  'token',
  'activity',
  'usage',
  'cluster',
  'listener',
  'label',
  'pipeline',
  'action',
  'datasink',
  'lookup',
  'alert',
  'dead-letter',
  'template',
  'installation',
] as const;
export type Resource = (typeof resources)[number];

export const verbs = ['create', 'read', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];

export type Permission = `${Resource}:${Verb}`;

/** What a viewer may not even read: secrets, API keys, authentication (update of tenant) and usage. */
const hiddenFromViewers: readonly Resource[] = ['secret', 'token', 'usage'];
/** What only an owner may do. */
const ownerOnly: readonly Permission[] = ['tenant:create', 'tenant:delete'];
/** What only an owner of an operator's organization may do. */
const isOperation = (permission: Permission): boolean => permission.startsWith('installation:');

/** `operator`: in an organization whose owners run the installation. */
export function may(role: Role, permission: Permission, operator = false): boolean {
  if (isOperation(permission)) return operator && role === 'owner';
  const [resource, verb] = permission.split(':') as [Resource, Verb];
  switch (role) {
    case 'owner':
      return true;
    case 'admin':
      return !ownerOnly.includes(permission);
    case 'viewer':
      return verb === 'read' && !hiddenFromViewers.includes(resource);
  }
}

/** Every permission of a role, in a fixed order; the access map of the session. */
export function permissionsOf(role: Role, operator = false): readonly Permission[] {
  return resources
    .flatMap((resource) => verbs.map((verb): Permission => `${resource}:${verb}`))
    .filter((permission) => may(role, permission, operator));
}
