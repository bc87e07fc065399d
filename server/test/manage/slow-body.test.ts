import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { before, describe, test } from 'node:test';
import type { ProblemCode } from '../../src/problems.ts';
import { CALLS, isSafe, titleOf, type Call } from './calls.ts';
import { openScene, type Scene } from './scene.ts';
import { stateOf } from './state.ts';

type Headers = Readonly<Record<string, string>>;

/** A caller with permission when the request starts. The permission ends while the body arrives. */
interface Case {
  readonly what: string;
  readonly headers: Headers;
  readonly end: () => Promise<unknown>;
  readonly code: (call: Call) => ProblemCode | undefined;
}

const IN_APPS = new Set(['viewer', 'editor', 'owner']);

describe('a permission that ends while the body arrives', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  const manage = (method: string, path: string, body?: object, headers?: Headers) =>
    scene.service.request(method, `/manage/v1/${path}`, {
      ...(headers ? { token: undefined, headers } : {}),
      ...(body ? { body } : {}),
    });

  async function cases(): Promise<Case[]> {
    const [removed, lowered, left] = await Promise.all([1, 2, 3].map(() => scene.join('owner')));
    const ended = await scene.enter(left ?? '');
    const { token, token_id: id } = (await manage('POST', 'tokens', { kind: 'server' })).json;
    return [
      {
        what: 'removed',
        headers: await scene.enter(removed ?? ''),
        end: () => manage('DELETE', `members/${removed}`),
        code: ({ takes }) =>
          IN_APPS.has(takes) ? 'not_found' : takes === 'founder' ? 'role_too_low' : undefined,
      },
      {
        what: 'lowered',
        headers: await scene.enter(lowered ?? ''),
        end: () => manage('PATCH', `members/${lowered}`, { role: 'viewer' }),
        code: ({ takes }) => (/editor|owner|founder/.test(takes) ? 'role_too_low' : undefined),
      },
      {
        what: 'signed out',
        headers: ended,
        end: () => manage('POST', 'sign-out', undefined, ended),
        code: () => 'unauthorized',
      },
      {
        what: 'revoked',
        headers: { authorization: `Token ${token}` },
        end: () => manage('DELETE', `tokens/${id}`),
        code: ({ takes }) => (IN_APPS.has(takes) ? 'unauthorized' : undefined),
      },
    ];
  }

  /** Sends half of a body, then runs `meanwhile`, then sends the rest. */
  async function sendSlowly(
    { method }: Call,
    path: string,
    body: object,
    headers: Headers,
    meanwhile: () => Promise<unknown>,
  ): Promise<{ status: number | undefined; code: string | undefined }> {
    const json = JSON.stringify(body);
    const half = Math.floor(json.length / 2);
    const sent = request(new URL(path, scene.service.url), {
      method,
      headers: { ...headers, 'content-type': 'application/json', 'content-length': json.length },
    });
    const answered = new Promise<Awaited<ReturnType<typeof sendSlowly>>>((resolve, reject) => {
      sent.once('error', reject);
      sent.once('response', (response) => {
        const received = text(response).then((all) => JSON.parse(all) as { code?: string });
        received.then(({ code }) => resolve({ status: response.statusCode, code }), reject);
      });
    });
    sent.write(json.slice(0, half));
    // The service handles these requests after the first one, so it has read the head of the first
    // one by then.
    for (let i = 0; i < 3; i++) await manage('GET', 'me', undefined, headers);
    await meanwhile();
    sent.end(json.slice(half));
    return answered;
  }

  const withBody = CALLS.filter((call) => !isSafe(call) && call.path.startsWith('/manage')).filter(
    ({ body, takes }) => body !== undefined && takes !== 'page',
  );
  for (const call of withBody) {
    test(`rejects ${titleOf(call)}`, async () => {
      for (const { what, headers, end, code } of await cases()) {
        const expected = code(call);
        if (expected === undefined) continue;
        const path = await scene.filled(call.path);
        const body = typeof call.body === 'function' ? await call.body(scene) : (call.body ?? {});
        let settled = '';
        const answer = await sendSlowly(call, path, body, headers, async () => {
          await end();
          settled = await stateOf(scene.service);
        });
        assert.equal(answer.code, expected, what);
        assert.equal(
          await stateOf(scene.service),
          settled,
          `${what}, but the state of the service changed`,
        );
      }
    });
  }

  test('is unchanged otherwise, and the request succeeds', async () => {
    for (const call of withBody) {
      const body = typeof call.body === 'function' ? await call.body(scene) : (call.body ?? {});
      const headers = await scene.enter(await scene.join('owner'));
      const path = await scene.filled(call.path);
      const { status } = await sendSlowly(call, path, body, headers, async () => undefined);
      assert.ok(status !== undefined && status < 300, `${titleOf(call)}: ${status}`);
    }
  });
});
