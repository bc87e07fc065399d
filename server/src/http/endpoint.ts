import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static, TObject, TSchema } from 'typebox';
import type { Author, Context } from '../actions/context.ts';
import type { SignedIn } from '../actions/sessions/find-session.ts';
import { jsonPieces } from '../domain/text/json.ts';
import { bytesOf } from '../long-text.ts';
import { fail } from '../problem.ts';
import type { ProblemCode } from '../problems.ts';
import type { AllowedCallers } from './allowed-callers.ts';
import { authorOf, TOKEN_IS_NO_USER, type Hook } from './auth.ts';
import { readBody, type Body, type LongBody } from './body.ts';
import type { Handler } from './handler.ts';
import type { Service } from './service.ts';
import type { Tag } from './tags.ts';

/** A successful response: its JSON, a text of other types, or no body. */
export interface Success {
  readonly description: string;
  /** A schema with an `$id` becomes a component of the document. */
  readonly schema?: TSchema;
  /** Of a text that is not JSON. */
  readonly mediaTypes?: readonly string[];
  readonly headers?: Readonly<Record<string, object>>;
}

/** What the OpenAPI document and the checks of an endpoint are derived from. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly callers: AllowedCallers;
  /** The `operationId`. */
  readonly id: string;
  /** Default: `DEFAULT_TAG`. */
  readonly tag?: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly params?: TObject;
  /** Other parameters are refused, unless `additionalProperties` is true. */
  readonly query?: TObject;
  readonly headers?: TObject;
  readonly body?: { readonly schema: TSchema; readonly maxBytes?: number };
  /** By status. */
  readonly responses: Readonly<Record<number, Success>>;
  /** Errors besides those that follow from the callers, the headers and the body. */
  readonly problems?: readonly ProblemCode[];
  /** False: it never reads the database. */
  readonly usesStore?: false;
  /** The response lasts as long as its client reads, so it is no work in progress. */
  readonly isStream?: true;
  /** Runs after the caller is known and before the body is read. */
  readonly limit?: (service: Service) => Hook;
}

/** One operation of the API: everything else about it is derived from this value. */
export interface Endpoint extends Operation {
  readonly handler: (service: Service) => Handler;
}

/** A request to an endpoint, checked and typed. */
export interface Call<Params, Query, Content> {
  readonly service: Service;
  readonly ctx: Context;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly params: Params;
  readonly query: Query;
  readonly body: Content;
  /** The app that the request is about; not for `user` and `same-origin`. */
  readonly appId: string;
  /** The app, and the member or token that changes it. */
  readonly author: Author;
  /** Fails with `session_required` for a token. */
  readonly user: SignedIn;
}

/**
 * A document, JSON text (whole or in pieces), or undefined for a response without a body. A handler that has
 * sent a response of its own returns the reply.
 */
type Answer = object | string | undefined;

interface Definition<Params extends TObject, Query extends TObject, Content> extends Operation {
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body<Content> | LongBody<Content>;
  /** The status is the lowest in `responses` unless the handler sets another. */
  readonly handle: (call: Call<Static<Params>, Static<Query>, Content>) => Answer | Promise<Answer>;
}

/** Defines an endpoint with uncacheable JSON responses. */
export function endpoint<Params extends TObject, Query extends TObject, Content = undefined>({
  handle,
  ...operation
}: Definition<Params, Query, Content>): Endpoint {
  const { body, responses } = operation;
  const status = Math.min(...Object.keys(responses).map(Number));
  return {
    ...operation,
    handler: (service) => async (request, reply) => {
      const { ctx } = service;
      const content = body && (await readBody(body, request, ctx.own()));
      if (status !== 200) void reply.code(status);
      const answer = await handle({
        service,
        ctx,
        request,
        reply,
        params: request.params as Static<Params>,
        query: request.query as Static<Query>,
        body: content as Content,
        get appId() {
          return request.actor.appId;
        },
        get author() {
          return authorOf(request);
        },
        get user() {
          return request.signedIn ?? fail('session_required', TOKEN_IS_NO_USER);
        },
      });
      // To await a reply is to wait for the end of its response, complete or not; it gives undefined.
      const isSent = answer === undefined && (reply.sent || reply.raw.headersSent);
      return isSent ? reply : send(reply, answer);
    },
  };
}

/** Documents can have megabytes, so they are written in slices with other work in between. */
async function send(reply: FastifyReply, answer: Answer): Promise<FastifyReply> {
  void reply.header('cache-control', 'no-store');
  if (answer === undefined) return reply.send();
  void reply.header('content-type', JSON_TYPE);
  if (typeof answer === 'string') return reply.send(answer);
  return reply.send(
    await bytesOf(Symbol.iterator in answer ? (answer as Iterable<string>) : jsonPieces(answer)),
  );
}

export const JSON_TYPE = 'application/json; charset=utf-8';
