import type { FastifyReply } from 'fastify';
import { jsonPieces } from '../../domain/text/json.ts';
import { bytesOf } from '../../long-text.ts';

/** Answers with a document that nobody may keep. */
export function sendJson(reply: FastifyReply, document: object): FastifyReply {
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(JSON.stringify(document));
}

/** The same for a document that may have megabytes, which is written in turns with other work. */
export function sendLongJson(reply: FastifyReply, document: object): Promise<FastifyReply> {
  return sendJsonText(reply, jsonPieces(document));
}

/** The same for JSON text in pieces. */
export async function sendJsonText(
  reply: FastifyReply,
  pieces: Iterable<string>,
): Promise<FastifyReply> {
  const bytes = await bytesOf(pieces);
  return reply
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .send(bytes);
}
