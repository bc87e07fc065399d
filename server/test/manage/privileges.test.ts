import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { PROBLEMS } from '../../src/problems.ts';
import type { ApiDocument } from '../fuzz/contract.ts';
import type { Answer } from '../harness.ts';
import { CALLERS, isElsewhere, refusalOf } from './callers.ts';
import { CALLS, isSafe, titleOf, type Call } from './calls.ts';
import { openScene, type Scene } from './scene.ts';
import { idsOf, stateOf } from './state.ts';

const ROLE_TOO_LOW =
  /requires an? (?:editor|owner) of the app; you are an? |an owner of another app, can create/;

interface Sent {
  readonly caller: string;
  readonly method: string;
  readonly path: string;
  readonly body: object | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

describe('permissions', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });

  const send = ({ method, path, body, headers }: Sent): Promise<Answer> =>
    scene.service.request(method, path, {
      token: undefined,
      headers,
      ...(body === undefined ? {} : { body }),
    });

  /** Returns the same request for several callers. */
  const prepared = async (call: Call, callers: readonly string[]): Promise<Sent[]> => {
    const { method, body: given } = call;
    const path = await scene.filled(call.path, callers[0]);
    const body = typeof given === 'function' ? await given(scene) : given;
    const all = callers.map(async (caller) => ({
      caller,
      method,
      path,
      body,
      headers: await scene.headersOf(caller),
    }));
    return Promise.all(all);
  };

  test('are listed for every endpoint', async () => {
    const { json } = await scene.service.request('GET', '/openapi.json');
    const documented = Object.entries((json as ApiDocument).paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const known = new Set(CALLS.map(({ method, path }) => `${method} ${path.replace(/\?.*/, '')}`));
    assert.deepEqual([...known].toSorted(), documented.toSorted());
  });

  for (const call of CALLS) {
    const allowed = CALLERS.filter((caller) => refusalOf(caller, call) === undefined);
    const elsewhere = allowed.filter((caller) => isElsewhere(caller, call));
    const here = allowed.filter((caller) => !isElsewhere(caller, call));

    test(`${titleOf(call)} requires ${call.takes}`, async () => {
      await assertRejected(call);
      await assertNothingDisclosed(call, elsewhere);
      if (isSafe(call)) await answers(await prepared(call, here), 'nothing changes');
      else for (const caller of here) await answers(await prepared(call, [caller]));
    });
  }

  /** A caller without permission gets an error, and nothing changes. */
  async function assertRejected(call: Call): Promise<void> {
    const callers = CALLERS.filter((caller) => refusalOf(caller, call) !== undefined);
    const all = await prepared(call, callers);
    const settled = await stateOf(scene.service);
    const asked = all.map(async (sent) => {
      const code = refusalOf(sent.caller, call);
      assert.ok(code);
      const { status, json } = await send(sent);
      assert.deepEqual([status, json.code], [PROBLEMS[code].status, code], sent.caller);
      if (code === 'role_too_low') assert.match(json.detail, ROLE_TOO_LOW);
      if (call.method !== 'GET') return;
      const head = await send({ ...sent, method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [status, ''], `${sent.caller}, HEAD`);
    });
    await Promise.all(asked);
    assert.equal(await stateOf(scene.service), settled, 'the state of the service changed');
  }

  /** Asserts that a caller with another app receives results of that app only. */
  async function assertNothingDisclosed(call: Call, callers: readonly string[]): Promise<void> {
    if (callers.length === 0) return;
    const all = await prepared(call, callers);
    const shop = scene.service.owner.app.id;
    const [settled, names] = [await stateOf(scene.service, shop), await idsOf(scene.service, shop)];
    for (const sent of all) {
      const { status, text } = await send(sent);
      assert.ok(status < 400, `${sent.caller}: ${status} ${text}`);
      for (const name of names) assert.ok(!text.includes(name), `${sent.caller} reads ${text}`);
    }
    assert.equal(await stateOf(scene.service, shop), settled, 'the state of the service changed');
  }

  async function answers(all: readonly Sent[], but?: 'nothing changes'): Promise<void> {
    const settled = but === undefined ? undefined : await stateOf(scene.service);
    for (const sent of all) {
      const { status, text } = await send(sent);
      assert.ok(status < 400, `${sent.caller}: ${status} ${text}`);
    }
    if (but !== undefined) assert.equal(await stateOf(scene.service), settled, 'something changed');
  }
});
