import type { Role } from '../domain/access/role.ts';

/**
 * Who may call an endpoint.
 * - a role: a user with this role in the app, or a server token of the app
 * - `member`: a user with any role in the app
 * - `user`: a signed-in user; `user-or-token`: or a server token
 * - `same-origin`: anyone, from a page of this service
 * - `token`: any token of the app; `platform-token`: a token of one of its platforms
 * - `anyone`: no check
 */
export type AllowedCallers =
  | Role
  | 'member'
  | 'user'
  | 'user-or-token'
  | 'same-origin'
  | 'token'
  | 'platform-token'
  | 'anyone';
