import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import type { Context } from '../../actions/context.ts';
import { pickLanguage } from '../../pages/language.ts';
import { Problem } from '../../problem.ts';
import type { Handler } from '../handler.ts';
import { hasLongBody } from '../json-body.ts';
import { problemText, RETRY_AFTER_SECONDS } from '../problem-reply.ts';
import { sendPage } from '../send-page.ts';
import { OWN_PAGES } from '../visit/own-pages.ts';
import type { Gate } from './overload.ts';

const RETRY_AFTER = { 'retry-after': String(RETRY_AFTER_SECONDS) };
const HEADERS = {
  ...RETRY_AFTER,
  'content-type': 'application/problem+json',
  'cache-control': 'no-store',
};
const OVERLOADED = new Problem('overloaded', 'The service is overloaded. Nothing was stored.');

// A refusal is sent after the requests that have already arrived. A client that was refused at once could send its next
// request in the same turn of the event loop, which would last as long as there are such clients.

/** A hook that refuses requests while `gate` does, before anything about them is read. */
export function refuseAt(ctx: Context, gate: Gate): onRequestHookHandler {
  let text = '';
  let textFor: string | undefined;
  return (request, reply, done) => {
    if (!gate.refuses()) return done();
    const { baseUrl } = ctx.own();
    if (textFor !== baseUrl) [text, textFor] = [problemText(OVERLOADED, baseUrl), baseUrl];
    // Node.js would read the whole body before the next request of the connection.
    if (hasLongBody(request.raw)) void reply.header('connection', 'close');
    setImmediate(() => void reply.code(503).headers(HEADERS).send(text));
  };
}

export function trackedAt(gate: Gate, handler: Handler): Handler {
  return (request, reply) => {
    const answer = handler(request, reply);
    // A reply is finished work, although it is thenable.
    if (answer instanceof Promise) gate.track(answer);
    return answer;
  };
}

/** A hook that refuses requests for pages. */
export function refusePageAt(gate: Gate): onRequestHookHandler {
  return (request: FastifyRequest, reply: FastifyReply, done) => {
    if (!gate.refuses()) return done();
    reply.hijack();
    refuseVisit(request.raw, reply.raw);
  };
}

/** Sends a page that asks to try again: the same bytes for everyone with the same language. */
export function refuseVisit({ headers }: IncomingMessage, response: ServerResponse): void {
  const page = OWN_PAGES.unavailable(pickLanguage(headers['accept-language']));
  setImmediate(() => sendPage(response, page, Object.entries(RETRY_AFTER).flat()));
}
