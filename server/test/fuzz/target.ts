import assert from 'node:assert/strict';
import { after } from 'node:test';
import { startService, type Service } from '../harness.ts';
import { words } from './bad-addresses.ts';
import { openClient, type Client, type Got, type Sent } from './client.ts';
import { Contract, type ApiDocument } from './contract.ts';

export const CREATE = '/v2/smartlinks';
type Body = string | Buffer | object;

/** A service for invalid requests, and assertions about its responses. */
export interface Target {
  readonly service: Service;
  readonly client: Client;
  /** A valid `Authorization` header. */
  readonly authorization: string;
  /** The number of links. */
  readonly stored: () => Promise<number>;
  readonly storedMetadata: (code: string) => Promise<string | null | undefined>;
  /** Sends a request to create a link. Text and bytes are sent unchanged. */
  readonly post: (body: Body, headers?: Sent['headers']) => Promise<Got>;
  readonly assertProblem: (got: Got, status: number, code: string, where: string) => void;
  /** Asserts a 422 with exactly these pointers, and that nothing was stored. */
  readonly refuses: (body: string | object, pointers: readonly string[]) => Promise<Got>;
  /** Asserts a 201; returns the code of the link. */
  readonly accepts: (body: Body, headers?: Sent['headers']) => Promise<string>;
}

export async function startTarget(): Promise<Target> {
  const service = await startService();
  const { json } = await service.request('GET', '/openapi.json');
  const contract = new Contract(json as ApiDocument);
  const client = openClient(service.url, 16, 20_000);
  after(() => client.close());
  const authorization = `Token ${service.owner.tokens.server}`;
  const { db } = service.app.ctx;

  const stored: Target['stored'] = async () => {
    const [row] = await db.all<{ n: number }>('select count(*) n from links', []);
    return row?.n ?? -1;
  };
  const post: Target['post'] = (body, headers = {}) =>
    client.send({
      method: 'POST',
      path: CREATE,
      headers: { authorization, 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
  const assertProblem: Target['assertProblem'] = (got, status, code, where) => {
    const sent = { method: 'POST', path: CREATE, headers: {} };
    const issue = contract.problemIssue(sent, got, [status]);
    assert.equal(issue, undefined, `${where}: ${issue} ${got.text.slice(0, 300)}`);
    assert.equal((JSON.parse(got.text) as { code: string }).code, code, where);
  };
  return {
    service,
    client,
    authorization,
    stored,
    storedMetadata: async (code) => {
      const sql = 'select metadata from links where code = ?';
      const [row] = await db.all<{ metadata: string | null }>(sql, [code]);
      return row?.metadata;
    },
    post,
    assertProblem,
    refuses: async (body, pointers) => {
      const where = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300);
      const before = await stored();
      const got = await post(body);
      assertProblem(got, 422, 'validation_failed', where);
      const { errors } = JSON.parse(got.text) as { errors: { pointer: string }[] };
      const places = new Set(errors.map(({ pointer }) => pointer));
      assert.deepEqual([...places].toSorted(), pointers.toSorted(), `${where}\n${got.text}`);
      assert.equal(await stored(), before, `${where} was rejected but stored`);
      return got;
    },
    accepts: async (body, headers) => {
      const where = (typeof body === 'string' ? body : JSON.stringify(body)).slice(0, 300);
      const got = await post(body, headers);
      assert.equal(got.status, 201, `${where}: ${got.text}`);
      return codeOf(got);
    },
  };
}

/** Returns the code in the response to a create. */
export function codeOf(got: Got): string {
  return (JSON.parse(got.text) as { smartlink: string }).smartlink.split('/').at(-1) ?? '';
}

/** The same text in every field that can contain an address. */
export const everywhere = (text: string) => ({
  uri: text,
  routes: { web: { link: text, fallback: text }, iphone: { link: text, fallback: text } },
});
export const EVERYWHERE = words(
  '/uri /routes/web/link /routes/web/fallback /routes/iphone/link /routes/iphone/fallback',
);
