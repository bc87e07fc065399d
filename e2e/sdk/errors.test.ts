import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { before, describe, it } from 'node:test';
import * as sdk from '@smartlink/client';
import { createClient, ERRORS, isSmartlinkError, type SmartlinkError } from '@smartlink/client';
import { createApp } from '#server/src/actions/apps/create-app.ts';
import type { PlatformTokensSetup } from '#server/src/domain/app/platform-tokens.ts';
import { Problem } from '#server/src/problem.ts';
import { PROBLEMS } from '#server/src/problems.ts';
import { StoreUnavailable } from '#server/src/storage/database.ts';
import { startService, type Answer, type Service } from '#server/test/harness.ts';
import { OTHER_CODES, type SdkCode } from './other-codes.ts';

const CODES = Object.keys(PROBLEMS).filter(
  (code) => !(OTHER_CODES as readonly string[]).includes(code),
) as SdkCode[];
/** The codes of errors that the SDK creates without a response. */
const CLIENT_CODES = ['invalid_response', 'network_error', 'no_randomness', 'storage_failed'];
const UNKNOWN = 'BCDFGHJK';

/** The code of every error class that the SDK exports. */
function codesOfClasses(): string[] {
  type Kind = new (detail: string) => SmartlinkError;
  return Object.entries(sdk)
    .filter(([name]) => name.endsWith('Error') && !/^(?:isS|S)martlinkError$/.test(name))
    .map(([, kind]) => new (kind as Kind)('').code);
}

/** The error that a client throws for this response. */
async function errorOf({ status, headers, text }: Answer): Promise<SmartlinkError> {
  const client = createClient({
    baseUrl: 'http://service.invalid',
    token: 'sl_web_any',
    giveUpAfterMs: 1,
    fetch: async () => ({ status, headers, text: async () => text }),
  });
  const error: unknown = await client.resolve('any').then(
    () => assert.fail('the call did not reject'),
    (reason: unknown) => reason,
  );
  assert.ok(isSmartlinkError(error));
  return error;
}

describe('errors', () => {
  it('have a class for each code of the service, and four of the client', () => {
    assert.deepEqual(Object.keys(ERRORS).toSorted(), CODES.toSorted());
    assert.deepEqual(codesOfClasses().toSorted(), [...CODES, ...CLIENT_CODES].toSorted());
    for (const code of CODES) assert.equal(new ERRORS[code]('').code, code);
  });

  /** Its code space has room for one link. */
  let service: Service;
  /** Limits requests for unknown links to one per minute. */
  let strict: Service;
  /** A service that fails internally while `failure` is set. */
  let fragile: Service;
  let failure: Error | undefined;
  let code: string;
  before(async () => {
    service = await startService({}, { codeAlphabet: 'b', codeLength: 5 });
    strict = await startService({ MISSES_PER_MINUTE: '1' });
    code = (await service.create({ uri: 'products/5', redeem_limit: 1 })).code;
    const now = (): number => {
      if (failure) throw failure;
      return Date.now();
    };
    fragile = await startService({}, { now });
  });

  const redeem = (smartlink: string, redemption_id: string = randomUUID()): Promise<Answer> =>
    service.request('POST', '/client/v1/redemptions', {
      token: service.owner.tokens.web,
      body: { smartlink, redemption_id },
    });
  const create = (body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
    service.request('POST', '/v2/smartlinks', { body, headers });
  const failInternally = async (error: Error): Promise<Answer> => {
    const { code: good } = await fragile.create({ uri: 'products/5' });
    failure = error;
    const body = { smartlink: good, redemption_id: randomUUID() };
    const { tokens } = fragile.owner;
    const answer = await fragile.request('POST', '/client/v1/redemptions', {
      token: tokens.web,
      body,
    });
    failure = undefined;
    return answer;
  };

  /** Creates an app with this setting for platform tokens. `create` uses one of its tokens. */
  const publicApp = async (platform_tokens: PlatformTokensSetup) => {
    const name = `app-${randomUUID()}`;
    const { tokens } = await createApp(strict.app.ctx, name);
    await strict.apply({ apps: [{ name, platform_tokens }] });
    const request = { token: tokens.web, body: { uri: 'a' } };
    return { create: () => strict.request('POST', '/v2/smartlinks', request) };
  };

  /** The response to an app that reads a link with this validity. */
  const resolveValid = async (validity: object): Promise<Answer> => {
    const body = { uri: 'products/8', ...validity };
    const made = await fragile.request('POST', '/manage/v1/smartlinks', { body });
    assert.equal(made.status, 201, made.text);
    const path = `/client/v1/smartlinks/${made.json.code}`;
    return fragile.request('GET', path, { token: fragile.owner.tokens.web });
  };

  /** A request for each error code. */
  const REQUEST_FOR: Record<SdkCode, () => Promise<Answer>> = {
    bad_request: () => service.request('GET', '/manage/v1/smartlinks?limit=0'),
    invalid_json: () => create('{'),
    unauthorized: () => service.request('GET', `/v2/smartlinks/${code}`, { token: 'sl_web_x' }),
    wrong_token_kind: () => service.request('GET', `/client/v1/smartlinks/${code}`),
    not_found: () => redeem(UNKNOWN),
    method_not_allowed: () => service.request('PUT', '/client/v1/redemptions'),
    payload_too_large: () => create({ uri: 'x'.repeat(70_000) }),
    unsupported_media_type: () => create('uri=a', { 'content-type': 'text/plain' }),
    validation_failed: () => create({ uri: '', metadata: { vip: true } }),
    headers_too_large: () => create({ uri: 'a' }, { 'idempotency-key': 'x'.repeat(20_000) }),
    redemption_id_reused: async () => {
      const [one, two] = [await fragile.create({ uri: 'a' }), await fragile.create({ uri: 'b' })];
      const redemption_id = randomUUID();
      const send = (smartlink: string): Promise<Answer> =>
        fragile.request('POST', '/client/v1/redemptions', {
          token: fragile.owner.tokens.web,
          body: { smartlink, redemption_id },
        });
      await send(one.code);
      return send(two.code);
    },
    idempotency_key_reused: async () => {
      const headers = { 'idempotency-key': randomUUID() };
      const send = (uri: string): Promise<Answer> =>
        fragile.request('POST', '/v2/smartlinks', { body: { uri }, headers });
      await send('a');
      return send('b');
    },
    codes_exhausted: () => create({ uri: 'products/6' }),
    redeem_limit_reached: async () => {
      await redeem(code);
      return redeem(code);
    },
    too_many_misses: async () => {
      const miss = (): Promise<Answer> =>
        strict.request('GET', `/client/v1/smartlinks/${UNKNOWN}`, {
          token: strict.owner.tokens.web,
        });
      await miss();
      return miss();
    },
    platform_creates_off: async () => {
      const { create: made } = await publicApp({ create: 'off' });
      return made();
    },
    link_quota_reached: async () => {
      const { create: made } = await publicApp({ max_links: 1 });
      await made();
      return made();
    },
    too_many_creates: async () => {
      const limited = await startService({ PLATFORM_CREATES_PER_MINUTE: '1' });
      const send = (): Promise<Answer> =>
        limited.request('POST', '/v2/smartlinks', {
          token: limited.owner.tokens.web,
          body: { uri: 'a' },
        });
      await send();
      return send();
    },
    too_many_opens: async () => {
      const limited = await startService({ OPENS_PER_MINUTE: '1' });
      const report = (): Promise<Answer> =>
        limited.request('POST', '/client/v1/opens', {
          token: limited.owner.tokens.web,
          body: { smartlink: 'BCDFGHJK', open_id: '5b0b6c53-7a3e-4a51-9f0a-4f6f8f1d2c3b' },
        });
      await report();
      return report();
    },
    too_many_redemptions: async () => {
      const limited = await startService({ REDEMPTIONS_PER_MINUTE: '1' });
      const send = (): Promise<Answer> =>
        limited.request('POST', '/client/v1/redemptions', {
          token: limited.owner.tokens.web,
          body: { smartlink: 'BCDFGHJK', redemption_id: '5b0b6c53-7a3e-4a51-9f0a-4f6f8f1d2c3b' },
        });
      await send();
      return send();
    },
    too_early: () => resolveValid({ valid_from: '2999-01-01T00:00:00Z' }),
    expired: () => resolveValid({ valid_until: '2026-01-01T00:00:00Z' }),
    gone: async () => {
      const made = await fragile.create({ uri: 'products/7' });
      await fragile.request('DELETE', `/manage/v1/smartlinks/${made.code}`);
      const path = `/client/v1/smartlinks/${made.code}`;
      return fragile.request('GET', path, { token: fragile.owner.tokens.web });
    },
    internal: () => failInternally(new Error('an internal failure')),
    store_unavailable: () =>
      failInternally(new StoreUnavailable('SQLITE_FULL', 'the disk is full')),
    overloaded: () => failInternally(new StoreUnavailable('QUEUE_FULL', 'too many are waiting')),
    // Two simultaneous trials of an app are tested in trials.test.ts.
    request_timeout: () => failInternally(new Problem('request_timeout', 'It took too long.')),
  };

  for (const wanted of Object.keys(REQUEST_FOR) as SdkCode[]) {
    it(`${wanted} of the service becomes its class`, async () => {
      const answer = await REQUEST_FOR[wanted]();
      const document = answer.json as Record<string, unknown>;
      const error = await errorOf(answer);
      assert.equal(error.code, wanted);
      assert.ok(error instanceof ERRORS[wanted]);
      assert.equal(error.status, PROBLEMS[wanted].status);
      assert.deepEqual(
        [error.status, error.detail, error.message],
        [answer.status, document.detail, document.detail],
      );
      assert.deepEqual(error.errors, document.errors ?? []);
      assert.equal(error.requestId, document.request_id);
      const retryAfter = answer.headers.get('retry-after');
      assert.equal(error.retryAfterSeconds, retryAfter === null ? undefined : Number(retryAfter));
    });
  }

  it('that no call of the SDK causes have only their code', async () => {
    const answer = await service.request('POST', '/manage/v1/webhooks', {
      body: { url: 'https://hooks.shop.example/' },
    });
    const path = `/manage/v1/webhooks/${answer.json.webhook_id}`;
    await service.request('PATCH', path, { body: { state: 'disabled' } });
    const error = await errorOf(await service.request('POST', `${path}/test`));
    assert.equal(error.code, 'webhook_disabled');
    assert.equal(error.status, 409);
    assert.ok(isSmartlinkError(error));
  });

  it('have their own properties', async () => {
    const full = await errorOf(await redeem(code));
    assert.ok(isSmartlinkError(full, 'redeem_limit_reached'));
    assert.deepEqual([full.redemptions, full.redeemLimit], [1, 1]);
    const invalid = await errorOf(await REQUEST_FOR.validation_failed());
    assert.deepEqual(
      invalid.errors.map(({ pointer }) => pointer),
      ['/uri', '/metadata/vip'],
    );
    assert.ok((await errorOf(await REQUEST_FOR.internal())).requestId);
    assert.equal((await errorOf(await REQUEST_FOR.overloaded())).retryAfterSeconds, 1);
    const missed = await errorOf(await REQUEST_FOR.too_many_misses());
    assert.ok(Number(missed.retryAfterSeconds) > 0);
  });
});
