import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type, type Static } from 'typebox';
import type { Context } from '../../../actions/context.ts';
import { endOwnSession } from '../../../actions/sessions/end-session.ts';
import { listOwnSessions, type StoredSession } from '../../../actions/sessions/list-sessions.ts';
import { shownTime } from '../../../domain/text/shown-time.ts';
import { problems } from '../../documented.ts';
import { whoOf } from './me.ts';
import { SESSION_PROBLEMS } from '../problems.ts';
import { sendJson } from '../send-json.ts';

export const SessionSchema = Type.Object(
  {
    session_id: Type.String(),
    own: Type.Boolean({ description: 'The session of this request.' }),
    created_at: Type.String({ description: 'RFC 3339, UTC.' }),
    last_seen_at: Type.String({ description: 'A minute behind at the most; RFC 3339, UTC.' }),
    expires_at: Type.String({
      description: '30 days after the last use, 90 after the first at the most; RFC 3339, UTC.',
    }),
    user_agent: Type.String({ description: 'What the browser called itself when it signed in.' }),
    address: Type.String({ description: 'The IP address from which it signed in.' }),
  },
  { $id: 'Session', additionalProperties: false },
);

export const SessionsSchema = Type.Object(
  { sessions: Type.Array(Type.Unsafe({ $ref: 'Session#' })) },
  { $id: 'Sessions', additionalProperties: false },
);

const json = (name: string) => ({ 'application/json': { schema: { $ref: `${name}#` } } });

export const listSessionsSchema = {
  operationId: 'listSessions',
  summary: 'List your sessions',
  description: 'The sessions of the signed-in account that have not ended, in all browsers.',
  tags: ['Signing in'],
  security: [{ session: [] }],
  response: {
    200: { description: 'The one used last comes first.', content: json('Sessions') },
    ...problems(...SESSION_PROBLEMS),
  },
};

export const endSessionSchema = {
  operationId: 'endSession',
  summary: 'Sign out elsewhere',
  description: 'Ends one of your sessions; its next request gets 401, wherever it arrives.',
  tags: ['Signing in'],
  security: [{ session: [] }],
  params: Type.Object({ session_id: Type.String({ description: 'As it is listed: `ses_…`.' }) }),
  response: {
    200: { description: 'It has ended.', content: json('Session') },
    ...problems(...SESSION_PROBLEMS, 'not_found'),
  },
};

export function listSessionsHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { member, sessionId } = whoOf(request);
    const sessions = await listOwnSessions(ctx, member.id);
    return sendJson(reply, { sessions: sessions.map((session) => shown(session, sessionId)) });
  };
}

export function endSessionHandler(ctx: Context) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { session_id: id } = request.params as { session_id: string };
    const { member, sessionId } = whoOf(request);
    return sendJson(reply, shown(await endOwnSession(ctx, member.id, id), sessionId));
  };
}

function shown(session: StoredSession, own: string): Static<typeof SessionSchema> {
  return {
    session_id: session.id,
    own: session.id === own,
    created_at: shownTime(session.createdAt),
    last_seen_at: shownTime(session.lastSeenAt),
    expires_at: shownTime(session.expiresAt),
    user_agent: session.userAgent,
    address: session.address,
  };
}
