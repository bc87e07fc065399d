import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Guards } from './admission.ts';

/** Checks a viewer again: sessions, tokens and memberships can end while a response is being sent. */
export async function isStillPermitted(
  guards: Guards,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const { appId } = request.actor;
  try {
    await guards.viewer(request, reply);
    return request.actor.appId === appId;
  } catch {
    return false;
  }
}
