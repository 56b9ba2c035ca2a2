import { may, resources, roles, verbs, type Role } from '@acequia/domain';
import { code, page, table } from './markdown.ts';

const letters: Readonly<Record<Role, string>> = { owner: 'O', admin: 'A', viewer: 'V' };

/** Who may do what. */
export function permissionsPage(): string {
  return page(
    'Permissions',
    'O = owner, A = admin, V = viewer. A permission is written `resource:verb`. Everybody may change the own preferences.',
    table(
      ['resource', ...verbs],
      resources.map((resource) => [
        code(resource),
        ...verbs.map(
          (verb) =>
            roles
              .toReversed()
              .filter((role) => may(role, `${resource}:${verb}`))
              .map((role) => letters[role])
              .join(' ') || '–',
        ),
      ]),
    ),
  );
}
