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
  'content',
  'template',
  'installation',
] as const;
export type Resource = (typeof resources)[number];

export const verbs = ['create', 'read', 'update', 'delete'] as const;
export type Verb = (typeof verbs)[number];

/** `content`, what is in events, is read and nothing else: what changes it is a permission of where it lies. */
export type Permission = Exclude<`${Resource}:${Verb}`, `content:${Exclude<Verb, 'read'>}`>;

/** What a viewer may not even read: secrets, API keys, authentication (update of tenant) and usage. */
const hiddenFromViewers: readonly Resource[] = ['secret', 'token', 'usage'];
/** What only an owner may do. */
const ownerOnly: readonly Permission[] = ['tenant:create', 'tenant:delete'];
/** Who is a member of a demo, and how they log in, is decided in the organization that it was made for. */
const decidedAtHome: readonly Permission[] = ['user:create', 'user:update', 'user:delete', 'tenant:update'];
/** What only an owner of an operator's organization may do. */
const isOperation = (permission: Permission): boolean => permission.startsWith('installation:');

/** What of a tenant decides what its members may do. */
export interface RoleTenant {
  /** Its owners run the installation. */
  readonly operator?: boolean;
  /** Whose demo it is; null: a real one. */
  readonly demoOf?: string | null;
  /** Its viewers may see what is in events; absent: they may. */
  readonly viewersReadContent?: boolean;
}

export function may(
  role: Role,
  permission: Permission,
  { operator = false, demoOf = null, viewersReadContent = true }: RoleTenant = {},
): boolean {
  if (isOperation(permission)) return operator && role === 'owner';
  if (permission === 'content:read') return role !== 'viewer' || viewersReadContent;
  if (demoOf !== null && decidedAtHome.includes(permission)) return false;
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

/** Undefined for what is no permission. */
export const permissionOf = (resource: Resource, verb: Verb): Permission | undefined =>
  resource === 'content' ? (verb === 'read' ? 'content:read' : undefined) : `${resource}:${verb}`;

/** Every permission of a role, in a fixed order; the access map of the session. */
export function permissionsOf(role: Role, tenant: RoleTenant = {}): readonly Permission[] {
  return resources
    .flatMap((resource) => verbs.map((verb) => permissionOf(resource, verb)))
    .filter((permission) => permission !== undefined)
    .filter((permission) => may(role, permission, tenant));
}
