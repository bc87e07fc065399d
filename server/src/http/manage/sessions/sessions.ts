import { Type, type Static } from 'typebox';
import {
  endOwnSession,
  listOwnSessions,
  type StoredSession,
} from '../../../actions/sessions/own-sessions.ts';
import { formatTime } from '../../../domain/text/format-time.ts';
import { endpoint } from '../../endpoint.ts';
import { component } from '../../../domain/text/shapes.ts';

export const SessionSchema = component('Session', {
  session_id: Type.String(),
  own: Type.Boolean({ description: 'Whether this is the session of the request.' }),
  created_at: Type.String({ description: 'RFC 3339, UTC.' }),
  last_seen_at: Type.String({ description: 'Up to a minute late; RFC 3339, UTC.' }),
  expires_at: Type.String({
    description: '30 days after the last use, at most 90 days after the sign-in; RFC 3339, UTC.',
  }),
  user_agent: Type.String({ description: 'The `User-Agent` of the sign-in.' }),
  address: Type.String({ description: 'The IP address of the sign-in.' }),
});

export const SessionsSchema = component('Sessions', {
  sessions: Type.Array(Type.Unsafe({ $ref: 'Session#' })),
});

export const listSessionsEndpoint = endpoint({
  method: 'GET',
  path: '/manage/v1/sessions',
  callers: 'user',
  id: 'listSessions',
  tag: 'Signing in',
  summary: 'List your sessions',
  description: 'The active sessions of the signed-in account, in all browsers.',
  responses: { 200: { description: 'The sessions, last used first.', schema: SessionsSchema } },
  async handle({ ctx, user: { member, sessionId } }) {
    const sessions = await listOwnSessions(ctx, member.id);
    return { sessions: sessions.map((session) => sessionDocument(session, sessionId)) };
  },
});

export const endSessionEndpoint = endpoint({
  method: 'DELETE',
  path: '/manage/v1/sessions/:session_id',
  callers: 'user',
  id: 'endSession',
  tag: 'Signing in',
  summary: 'End a session',
  description: 'Ends one of your sessions. Its next request gets 401, on every instance.',
  params: Type.Object({
    session_id: Type.String({ description: 'The id of the session, as listed: `ses_…`.' }),
  }),
  responses: { 200: { description: 'The ended session.', schema: SessionSchema } },
  problems: ['not_found'],
  async handle({ ctx, user: { member, sessionId }, params }) {
    const ended = await endOwnSession(ctx, member.id, params.session_id);
    return sessionDocument(ended, sessionId);
  },
});

function sessionDocument(session: StoredSession, own: string): Static<typeof SessionSchema> {
  return {
    session_id: session.id,
    own: session.id === own,
    created_at: formatTime(session.createdAt),
    last_seen_at: formatTime(session.lastSeenAt),
    expires_at: formatTime(session.expiresAt),
    user_agent: session.userAgent,
    address: session.address,
  };
}
