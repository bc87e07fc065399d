import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createContext, runInContext } from 'node:vm';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  ERRORS,
  InvalidResponseError,
  isSmartlinkError,
  NetworkError,
  NoRandomnessError,
  RedeemLimitReachedError,
  SmartlinkError,
  StorageError,
} from './index.ts';
import * as everything from './index.ts';
import { BASE, clientOf, CODE, errorOf, problem, Script, type Step } from '../test/scripted.ts';

const pascal = (code: string): string =>
  code.replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the class of a documented code', () => {
  for (const [code, Kind] of Object.entries(ERRORS)) {
    it(code, async () => {
      const name = `${pascal(code)}Error`;
      const exported = everything as unknown as Record<string, unknown>;
      assert.equal(exported[name], Kind);
      const more = {
        errors: [{ pointer: '/uri', detail: 'is missing' }],
        request_id: 'r1',
        redemptions: 2,
        redeem_limit: 2,
      };
      const options = { giveUpAfterMs: 100 };
      const error = await errorOf(
        clientOf(new Script(problem(418, code, more)), options).get(CODE),
      );
      assert.ok(error instanceof Kind && error instanceof SmartlinkError);
      assert.deepEqual([error.name, Kind.name], [name, name]);
      assert.deepEqual([error.code, error.status], [code, 418]);
      assert.deepEqual([error.message, error.detail], [`Detail of ${code}.`, `Detail of ${code}.`]);
      assert.deepEqual([error.errors, error.requestId], [more.errors, 'r1']);
      assert.ok(error.stack?.startsWith(`${name}: Detail of ${code}.`));
      assert.ok(inspect(error).startsWith(`${name}: Detail of ${code}.`));
    });
  }
});

describe('SmartlinkError', () => {
  it('has a class for each code of the client', () => {
    const OWN = [
      [NetworkError, 'NetworkError', 'network_error'],
      [InvalidResponseError, 'InvalidResponseError', 'invalid_response'],
      [StorageError, 'StorageError', 'storage_failed'],
      [NoRandomnessError, 'NoRandomnessError', 'no_randomness'],
    ] as const;
    for (const [Kind, name, code] of OWN) {
      const error = new Kind('words');
      assert.deepEqual([error.name, error.code, error.status], [name, code, 0]);
      assert.deepEqual(Object.keys(error), ['code', 'status', 'detail', 'errors', 'retryable']);
      assert.equal(error.retryable, code === 'network_error');
    }
  });

  it('reports whether the same call can succeed later', async () => {
    for (const [status, retryable] of [
      [400, false],
      [401, false],
      [404, false],
      [408, true],
      [409, false],
      [422, false],
      [429, true],
      [500, true],
      [503, true],
    ] as const) {
      const script = new Script(problem(status, 'a_code'));
      const error = await errorOf(clientOf(script, { giveUpAfterMs: 100 }).get(CODE));
      assert.equal(error.retryable, retryable, String(status));
    }
  });

  it('is the class for an unknown code', async () => {
    for (const code of ['a_code_of_tomorrow', 'constructor', '__proto__']) {
      const error = await errorOf(clientOf(new Script(problem(418, code))).get(CODE));
      assert.equal(Object.getPrototypeOf(error), SmartlinkError.prototype);
      assert.deepEqual([error.name, error.code], ['SmartlinkError', code]);
      assert.ok(isSmartlinkError(error, code));
      assert.equal(isSmartlinkError(error, 'another_code'), false);
    }
  });

  it('keeps all details for an unknown code and status', async () => {
    const errors = [{ pointer: '/routes/web', detail: 'leads to another host' }];
    for (const [status, code, retryable] of [
      [403, 'no_creates_by_platform_tokens', false],
      [422, 'a_target_of_tomorrow', false],
      [429, 'too_many_creates_of_tomorrow', true],
    ] as const) {
      const step = { ...(problem(status, code, { errors }) as object), retryAfter: '120' } as Step;
      const error: unknown = await errorOf(clientOf(new Script(step)).create({ uri: 'a' }));
      assert.ok(isSmartlinkError(error) && !isSmartlinkError(error, 'forbidden'));
      assert.deepEqual(
        [error.name, error.status, error.code, error.retryable, error.retryAfterSeconds],
        ['SmartlinkError', status, code, retryable, 120],
      );
      assert.deepEqual([error.detail, error.errors], [`Detail of ${code}.`, errors]);
    }
  });

  it('does not treat other JSON documents as problem documents', async () => {
    for (const body of [{ code: 5 }, { code: ['gone'] }, { code: '' }, [], 'text', 5, null]) {
      const error = await errorOf(clientOf(new Script({ status: 410, body })).get(CODE));
      assert.deepEqual([error.code, error.status], ['invalid_response', 410], JSON.stringify(body));
    }
    const odd = { code: 'gone', detail: { a: 1 }, errors: 'none', redeem_limit: 'x' };
    const error = await errorOf(clientOf(new Script({ status: 410, body: odd })).get(CODE));
    assert.deepEqual([error.code, error.detail, error.errors], ['gone', 'gone', []]);
  });

  it("keeps the status of a proxy's response", async () => {
    const script = new Script({ status: 502, body: '<html>' });
    const error = await errorOf(clientOf(script, { giveUpAfterMs: 100 }).get(CODE));
    assert.deepEqual([error.code, error.status], ['invalid_response', 502]);
    assert.equal(
      error.message,
      `${BASE} responded with status 502, but not as Smartlink does. Check baseUrl and any proxy.`,
    );
  });

  it('has the counts of a reached limit', async () => {
    const step = problem(409, 'redeem_limit_reached', { redemptions: 3, redeem_limit: 3 });
    const error: unknown = await errorOf(clientOf(new Script(step)).redeem(CODE));
    assert.ok(isSmartlinkError(error, 'redeem_limit_reached'));
    const { redemptions, redeemLimit }: RedeemLimitReachedError = error;
    assert.deepEqual([redemptions, redeemLimit], [3, 3]);
  });

  it('uses the title, or the code, without a detail', async () => {
    for (const [body, detail] of [
      [{ code: 'gone', title: 'Gone' }, 'Gone'],
      [{ code: 'gone' }, 'gone'],
    ] as const) {
      const error = await errorOf(clientOf(new Script({ status: 410, body })).get(CODE));
      assert.equal(error.detail, detail);
    }
  });
});

describe('isSmartlinkError', () => {
  it('returns false for other values', () => {
    for (const other of [undefined, null, '', 'text', 5, {}, new Error('x'), { code: 'gone' }]) {
      assert.equal(isSmartlinkError(other), false);
    }
  });

  it('compares the code', () => {
    const error = new ERRORS.gone('words');
    assert.deepEqual(
      [
        isSmartlinkError(error),
        isSmartlinkError(error, 'gone'),
        isSmartlinkError(error, 'internal'),
      ],
      [true, true, false],
    );
  });

  it('recognizes errors of another copy in another realm', () => {
    const file = new URL('../../dist/index.cjs', import.meta.url);
    const realm = createContext({ exports: {} });
    runInContext(readFileSync(file, 'utf8'), realm);
    const error: unknown = runInContext(`new exports.ERRORS.gone('words')`, realm);
    assert.equal(error instanceof Error, false);
    assert.ok(isSmartlinkError(error, 'gone'));
    assert.equal(error.detail, 'words');
  });
});
