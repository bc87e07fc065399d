import type { FastifyReply } from 'fastify';

/** Answers with a document that nobody may keep. */
export function sendJson(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(document));
}
