import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportFormat } from '../actions/clicks/export-clicks.ts';
import { fail } from '../problem.ts';
import { type Guards, isStillPermitted } from './admission.ts';
import { onceClosed } from './disconnect.ts';
import { holderOf, OpenCounts } from './open-counts.ts';

/** Exports of a member, or of the tokens of an app, at the same time. */
export const MAX_EXPORTS = 4;
const RETRY_AFTER_SECONDS = 10;
/** An export checks its caller again after this time, before it sends more. */
const RECHECK_MS = 5000;
const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
};

export const EXPORT_MEDIA_TYPES = Object.values(MEDIA_TYPES);

/** A text that is read while it is sent. */
export interface ExportedText {
  readonly fileName: string;
  readonly blocks: AsyncIterable<string>;
}

export class Exports {
  readonly #open = new OpenCounts();
  readonly #guards: Guards;
  readonly #now: () => number;

  constructor(guards: Guards, now: () => number) {
    this.#guards = guards;
    this.#now = now;
  }

  /**
   * Sends an export. `begin` gets a signal that is aborted when the client disconnects: while nothing matches, the text
   * has no blocks, so it has to end by itself.
   * @throws `too_many_streams`
   */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    format: ExportFormat,
    begin: (signal: AbortSignal) => ExportedText | Promise<ExportedText>,
  ): Promise<FastifyReply> {
    const leave = this.#open.enter([{ key: holderOf(request), max: MAX_EXPORTS }]);
    if (!leave) {
      const detail = `At most ${MAX_EXPORTS} exports of a member, or of the tokens of an app, can run at the same time.`;
      fail('too_many_streams', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    const connection = new AbortController();
    // Also after an error, which is a response too.
    onceClosed(reply.raw, () => {
      connection.abort();
      leave();
    });
    const { fileName, blocks } = await begin(connection.signal);
    // The client decides the pace: the next block is read when this one was sent.
    return reply
      .headers({
        'content-type': `${MEDIA_TYPES[format]}; charset=utf-8`,
        'content-disposition': `attachment; filename="${fileName}"`,
        'cache-control': 'no-store',
      })
      .send(Readable.from(this.#whilePermitted(blocks, request, reply), { objectMode: false }));
  }

  /** Fails when the caller has lost access: the response breaks off, so that it does not look complete. */
  async *#whilePermitted(
    blocks: AsyncIterable<string>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): AsyncGenerator<string, void, void> {
    let checkedAt = this.#now();
    for await (const block of blocks) {
      if (this.#now() - checkedAt >= RECHECK_MS) {
        if (!(await isStillPermitted(this.#guards, request, reply))) {
          fail('unauthorized', 'The access of the caller ended during the export.');
        }
        checkedAt = this.#now();
      }
      yield block;
    }
  }
}
