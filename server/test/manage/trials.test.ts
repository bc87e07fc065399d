import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { createApp } from '../../src/actions/apps/create-app.ts';
import { MAX_TRIALS, TRIAL_LEASE_MS } from '../../src/actions/templates/trials.ts';
import { startService, type Answer, type Service } from '../harness.ts';
import { newStore } from '../store.ts';

describe('simultaneous template tests', () => {
  let service: Service;
  /** Another instance with the same database. */
  let other: Service;
  /** How far the clock of that instance is ahead. */
  let ahead = 0;
  const tokens: string[] = [];
  /** The number of tests that have started to read links and wait until `open` is called. */
  const links = { reading: 0 };
  let closed: Promise<void> | undefined;
  let open = (): void => undefined;

  before(async () => {
    const environment = { CLICKS: 'off', DATABASE_URL: await newStore() };
    service = await startService(environment);
    other = await startService(environment, { now: () => Date.now() + ahead }, service.owner);
    for (let i = 0; i <= MAX_TRIALS; i++) {
      tokens.push((await createApp(service.app.ctx, `app-${i}`)).tokens.server);
    }
    const { db } = service.app.ctx;
    const all = db.all.bind(db);
    db.all = async (sql, parameters = []) => {
      if (closed && sql.startsWith('select id as seq')) {
        links.reading++;
        await closed;
      }
      return all(sql, parameters);
    };
  });

  const close = (): void => {
    links.reading = 0;
    closed = new Promise((resolve) => (open = resolve));
  };
  const attempt = (token: string | undefined, at = service): Promise<Answer> =>
    at.request('POST', '/manage/v1/templates/try', { token, body: { templates: [] } });
  const begun = async (count: number): Promise<void> => {
    while (links.reading < count) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  const refused = ({ status, headers, json }: Answer): void => {
    assert.deepEqual(
      [status, json.code, headers.get('retry-after')],
      [429, 'too_many_trials', '1'],
    );
  };

  test('are limited to one per app and five in total', async () => {
    close();
    const [first, ...others] = tokens;
    const running = [attempt(first)];
    await begun(1);
    refused(await attempt(first));
    for (const token of others.slice(0, MAX_TRIALS - 1)) running.push(attempt(token));
    await begun(MAX_TRIALS);
    refused(await attempt(others.at(-1)));
    open();
    for (const { status } of await Promise.all(running)) assert.equal(status, 200);
    // Ended tests no longer count, successful or not.
    closed = undefined;
    const bad = { token: first, body: { templates: 'x' } };
    assert.equal((await service.request('POST', '/manage/v1/templates/try', bad)).status, 422);
    for (const token of tokens) assert.equal((await attempt(token)).status, 200);
  });

  test('count across all processes of the installation', async () => {
    close();
    const [first, second, ...others] = tokens;
    const running = [attempt(first)];
    await begun(1);
    refused(await attempt(first, other));
    assert.equal((await attempt(second, other)).status, 200);
    for (const token of others.slice(0, MAX_TRIALS - 1)) running.push(attempt(token));
    await begun(MAX_TRIALS);
    refused(await attempt(second, other));
    open();
    for (const { status } of await Promise.all(running)) assert.equal(status, 200);
    closed = undefined;
    for (const token of tokens) assert.equal((await attempt(token, other)).status, 200);
  });

  test('expire after half a minute if their process crashed', async () => {
    close();
    const [token] = tokens;
    const running = attempt(token);
    await begun(1);
    ahead = TRIAL_LEASE_MS / 2;
    refused(await attempt(token, other));
    ahead = TRIAL_LEASE_MS;
    assert.equal((await attempt(token, other)).status, 200);
    open();
    assert.equal((await running).status, 200);
    closed = undefined;
    ahead = 0;
  });

  test('end when the client disconnects', async () => {
    close();
    const control = new AbortController();
    const gone = fetch(new URL('/manage/v1/templates/try', service.url), {
      method: 'POST',
      headers: { authorization: `Token ${tokens[0]}`, 'content-type': 'application/json' },
      body: '{"templates":[]}',
      signal: control.signal,
    });
    await begun(1);
    control.abort();
    await assert.rejects(gone, { name: 'AbortError' });
    open();
    closed = undefined;
    let answer = await attempt(tokens[0]);
    while (answer.status === 429) answer = await attempt(tokens[0]);
    assert.equal(answer.status, 200);
  });
});
