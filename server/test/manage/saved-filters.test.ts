import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { startService, type Service } from '../harness.ts';
import { memberOf, type Person } from './people.ts';

const SPRING = { name: 'Spring', query: { tag: 'spring', state: 'active' } };
const SHOES = { name: 'Shoes', query: { q: 'shoes' } };

describe('saved filters', () => {
  let service: Service;
  let ada: Person;
  let ben: Person;
  before(async () => {
    service = await startService({ CLICKS: 'off' });
    ada = await memberOf(service, 'ada@shop.example', 'viewer');
    ben = await memberOf(service, 'ben@shop.example', 'owner');
  });

  const change = async (who: Person, body: object) => who.send('PATCH', 'filters', { body });
  const listed = async (who: Person): Promise<string[]> => {
    const { json } = await who.send('GET', 'filters');
    return json.filters.map(({ name }: { name: string }) => name);
  };

  test('belong to one member, who saves, replaces, renames and removes them', async () => {
    const saved = await change(ada, { save: [SPRING, SHOES] });
    assert.equal(saved.status, 200, saved.text);
    assert.deepEqual(saved.json, { filters: [SHOES, SPRING] });
    assert.deepEqual(await listed(ben), []);
    const summer = { ...SPRING, query: { tag: 'summer' } };
    await change(ada, { save: [summer] });
    const renamed = await change(ada, {
      remove: ['Spring'],
      save: [{ ...summer, name: 'Summer' }],
    });
    assert.deepEqual(renamed.json.filters, [SHOES, { ...summer, name: 'Summer' }]);
    await change(ada, { remove: ['Shoes', 'Unknown'] });
    assert.deepEqual(await listed(ada), ['Summer']);
  });

  test('are limited in number, also if many requests arrive at once', async () => {
    const one = (n: number) => change(ben, { save: [{ ...SHOES, name: `Filter ${n}` }] });
    const all = await Promise.all(Array.from({ length: 60 }, (_, n) => one(n)));
    const refused = all.filter(({ status }) => status === 422);
    assert.equal(refused.length, 10);
    assert.equal(refused[0]?.json.errors[0].pointer, '/save');
    assert.equal((await listed(ben)).length, 50);
    // Replacing one is always possible.
    const [name] = await listed(ben);
    assert.equal((await change(ben, { save: [{ ...SHOES, name }] })).status, 200);
  });

  test('end with the membership', async () => {
    const removed = await ben.send('DELETE', `members/${ada.id}`);
    assert.equal(removed.status, 200, removed.text);
    const rows = await service.app.ctx.db.all(
      'select name from saved_filters where member_id = ?',
      [ada.id],
    );
    assert.deepEqual(rows, []);
  });
});
