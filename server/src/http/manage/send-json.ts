import type { FastifyReply } from 'fastify';

/** Answers with a document that nobody may keep. */
export function sendJson(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(document));
}

/** A time for an API: RFC 3339, UTC. */
export function shownTime(at: number): string {
  return new Date(at).toISOString();
}

export function shownTimeOrNull(at: number | null): string | null {
  return at === null ? null : shownTime(at);
}
