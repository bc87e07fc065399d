import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startService, type Answer, type Service } from '../harness.ts';
import { ask, memberOf, type Person } from './people.ts';

describe('a former owner', () => {
  let service: Service;
  let ada: Person;
  let people = 0;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    ada = await memberOf(service, 'ada@shop.example', 'owner');
  });

  const owner = (): Promise<Person> => memberOf(service, `owner${people++}@shop.example`, 'owner');
  const inviteAs = async (
    invite: (body: object) => Promise<Answer>,
  ): Promise<{ id: string; secret: string }> => {
    const { status, json, text } = await invite({
      email: `puppet${people++}@shop.example`,
      role: 'owner',
    });
    assert.equal(status, 201, text);
    return { id: json.invitation_id, secret: json.address.split('#')[1] };
  };
  const invitedBy = (person: Person) =>
    inviteAs((body) => person.send('POST', 'invitations', { body }));
  const makeToken = async (person: Person, kind = 'server') =>
    (await person.send('POST', 'tokens', { body: { kind } })).json as Record<string, string>;
  const byToken = (token: string | undefined, method: string, path: string, body?: object) =>
    service.request(method, `/manage/v1/${path}`, { token, ...(body ? { body } : {}) });
  const look = async (invitation: string): Promise<number> =>
    (await ask(service, 'POST', 'invitations/look', { invitation })).status;

  for (const [what, end] of [
    ['is removed', (id: string) => ada.send('DELETE', `members/${id}`)],
    [
      'is an editor',
      (id: string) => ada.send('PATCH', `members/${id}`, { body: { role: 'editor' } }),
    ],
  ] as const) {
    test(`loses their open invitations when they ${what}`, async () => {
      const eve = await owner();
      const [hers, another] = [await invitedBy(eve), await invitedBy(eve)];
      const adas = await invitedBy(ada);
      assert.deepEqual([await look(hers.secret), await look(another.secret)], [200, 200]);
      assert.equal((await end(eve.id)).status, 200);
      assert.deepEqual([await look(hers.secret), await look(another.secret)], [410, 410]);
      assert.equal(await look(adas.secret), 200);
      const accept = { invitation: hers.secret, password: 'a sentence of my own' };
      assert.equal((await ask(service, 'POST', 'invitations/accept', accept)).status, 410);
      const { entries } = (await ada.send('GET', 'audit-log?limit=3')).json;
      assert.deepEqual(
        entries.slice(1).map((one: Record<string, unknown>) => [one.what, one.action, one.by]),
        [
          [`invitation:${another.id}`, 'withdraw', ada.id],
          [`invitation:${hers.id}`, 'withdraw', ada.id],
        ],
      );
    });
  }

  test('keeps their invitations while they are an owner', async () => {
    const eve = await owner();
    const { secret } = await invitedBy(eve);
    const same = await ada.send('PATCH', `members/${eve.id}`, { body: { role: 'owner' } });
    assert.deepEqual([same.status, same.json.tokens, same.json.webhooks], [200, [], []]);
    assert.equal(await look(secret), 200);
  });

  test('can have tokens; the response lists these and tokens created with them', async () => {
    const eve = await owner();
    const first = await makeToken(eve);
    const second = (await byToken(first.token, 'POST', 'tokens', { kind: 'server' })).json;
    const third = (await byToken(second.token, 'POST', 'tokens', { kind: 'web' })).json;
    const gone = await makeToken(eve);
    const fourth = (await byToken(gone.token, 'POST', 'tokens', { kind: 'server' })).json;
    await ada.send('DELETE', `tokens/${gone.token_id}`);
    const adas = await makeToken(ada);
    const all = [first, second, third, fourth].map((one) => one.token_id);
    const lowered = await ada.send('PATCH', `members/${eve.id}`, { body: { role: 'viewer' } });
    const ids = ({ json }: Answer): Set<string> =>
      new Set(json.tokens.map((token: { token_id: string }) => token.token_id));
    assert.deepEqual(ids(lowered), new Set(all));
    await ada.send('DELETE', `tokens/${second.token_id}`);
    const removed = await ada.send('DELETE', `members/${eve.id}`);
    assert.equal(removed.status, 200);
    assert.deepEqual(ids(removed), new Set(all.filter((id) => id !== second.token_id)));
    const [listed] = removed.json.tokens.filter(
      (one: Record<string, unknown>) => one.token_id === first.token_id,
    );
    assert.deepEqual(
      [listed.created_by, listed.by_name, listed.kind],
      [eve.id, eve.email, 'server'],
    );
    assert.ok(!removed.text.includes(first.token ?? '?'));
    // They remain valid until they are revoked, because programs use them.
    assert.equal((await byToken(first.token, 'GET', 'smartlinks')).status, 200);
    await ada.send('DELETE', `tokens/${first.token_id}`);
    assert.equal((await byToken(first.token, 'GET', 'smartlinks')).status, 401);
    assert.equal((await byToken(adas.token, 'GET', 'smartlinks')).status, 200);
  });

  test('can have webhooks; the response lists the enabled ones', async () => {
    const eve = await owner();
    const body = (path: string) => ({ url: `https://hooks.evil.example/${path}` });
    const hook = async (person: Person, path: string): Promise<string> =>
      (await person.send('POST', 'webhooks', { body: body(path) })).json.webhook_id;
    const [own, disabled, adas] = [
      await hook(eve, 'own'),
      await hook(eve, 'disabled'),
      await hook(ada, 'of-ada'),
    ];
    const state = { state: 'disabled' };
    await eve.send('PATCH', `webhooks/${disabled}`, { body: state });
    const { token, token_id: id } = await makeToken(eve);
    const byHers = (await byToken(token, 'POST', 'webhooks', body('by-token'))).json.webhook_id;
    // A revoked token leaves the webhooks that were created with it.
    await ada.send('DELETE', `tokens/${id}`);
    const ids = ({ json }: Answer): string[] =>
      json.webhooks.map((webhook: { webhook_id: string }) => webhook.webhook_id);
    const lowered = await ada.send('PATCH', `members/${eve.id}`, { body: { role: 'viewer' } });
    assert.deepEqual(new Set(ids(lowered)), new Set([own, byHers]));
    assert.equal(lowered.json.webhooks[0].created_by, eve.id);
    await ada.send('PATCH', `webhooks/${own}`, { body: state });
    const removed = await ada.send('DELETE', `members/${eve.id}`);
    assert.deepEqual(ids(removed), [byHers]);
    for (const one of [own, disabled, adas, byHers]) await ada.send('DELETE', `webhooks/${one}`);
  });

  test('a revoked token loses its open invitations', async () => {
    const { token, token_id: id } = await makeToken(ada);
    const { secret } = await inviteAs((body) => byToken(token, 'POST', 'invitations', body));
    const other = await invitedBy(ada);
    assert.equal(await look(secret), 200);
    await ada.send('DELETE', `tokens/${id}`);
    assert.deepEqual([await look(secret), await look(other.secret)], [410, 200]);
  });

  test('every list of tokens contains their creators', async () => {
    const eve = await owner();
    await eve.send('PATCH', 'me', { body: { name: 'Eve' } });
    const made = await makeToken(eve);
    assert.deepEqual([made.created_by, made.by_name], [eve.id, 'Eve']);
    const child = (await byToken(made.token, 'POST', 'tokens', { kind: 'ipad' })).json;
    assert.deepEqual([child.created_by, child.by_name], [made.token_id, null]);
    const { tokens } = (await ada.send('GET', 'tokens')).json;
    const of = (id: string | undefined) =>
      tokens.find((one: Record<string, unknown>) => one.token_id === id);
    assert.deepEqual([of(made.token_id).created_by, of(made.token_id).by_name], [eve.id, 'Eve']);
    assert.deepEqual(
      [of(child.token_id).created_by, of(child.token_id).by_name],
      [made.token_id, null],
    );
    assert.deepEqual([tokens[0].created_by, tokens[0].by_name], ['operator', null]);
    const app = `made-by-${people++}`;
    const { json } = await eve.send('POST', 'apps', { body: { name: app }, app: 'shop' });
    const own = await byToken(json.tokens.server, 'GET', 'tokens');
    for (const one of own.json.tokens)
      assert.deepEqual([one.created_by, one.by_name], [eve.id, 'Eve']);
  });
});
