import { Type, type TObject } from 'typebox';
import type { Role } from '../../domain/access/role.ts';
import { withoutProblem } from '../documented.ts';

/** What every address that is about an app says of itself. */
export interface AppRouteSchema {
  readonly description?: string;
  readonly headers?: TObject;
  readonly response: Readonly<Record<string, object>>;
}

const appHeader = Type.Optional(
  Type.String({
    description:
      'Of people who are signed in: the name of the app that this is about. A token is of one app.',
  }),
);

const WHO: Record<Role, string> = {
  viewer: '',
  editor: 'For editors and owners.',
  owner: 'For owners.',
};

/** The schema of a route that takes a server token, or somebody with this role in an app. */
export function forApp<Schema extends AppRouteSchema>(schema: Schema, role: Role) {
  const description = [schema.description, WHO[role]].filter(Boolean).join(' ');
  return {
    ...schema,
    ...(description === '' ? {} : { description }),
    security: [{ token: [] }, { session: [] }],
    // The lowest role is never too low.
    response: role === 'viewer' ? withoutProblem(schema.response, 'role_too_low') : schema.response,
    headers: Type.Object({ ...schema.headers?.properties, 'smartlink-app': appHeader }),
  };
}
