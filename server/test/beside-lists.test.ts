import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { directoryOf } from '../src/actions/directory.ts';
import { startService, type Service } from './harness.ts';
import { eventually } from './processes.ts';

/** More than the connections to PostgreSQL, so that a read waits for others. */
const CALLERS = 24;

describe('beside lists that never stop', () => {
  let service: Service;
  let ended = 0;
  const control = { going: true };
  let callers: Promise<void>[] = [];
  before(async () => {
    service = await startService();
    const { db } = service.app.ctx;
    const read = (): Promise<unknown> =>
      db.engine === 'postgres'
        ? db.all('select pg_sleep(0.2)')
        : db.all(
            `with recursive n (i) as (select 1 union all select i + 1 from n where i < 100000)
             select count(*) as numbers from n`,
          );
    callers = Array.from({ length: CALLERS }, async () => {
      while (control.going) {
        await read();
        ended++;
      }
    });
    await eventually('reads end', () => ended >= 4);
  });
  after(async () => {
    control.going = false;
    await Promise.all(callers);
  });

  it('visits, creates and redemptions go on after a change of an app', async () => {
    const { cache } = service.app.ctx;
    const { code } = await service.create({
      uri: 'https://shop.example/1',
      metadata: { a: 1 },
    });
    const visit = async (): Promise<void> => {
      const { status } = await service.request('GET', `/${code}`, { token: undefined });
      assert.equal(status, 302);
    };
    await visit();
    const works = {
      'the directory': () => directoryOf(service.app.ctx),
      'a cached visit': visit,
      'a create': () => service.create({ uri: 'https://shop.example/2' }),
      'a redemption': () => service.client('web').redeem(code),
      'the list of changes': () => service.app.catchUp(),
      // The last one: then a create reads the templates of the app again, as lists are read.
      'a visit of an app that is not cached': () => {
        cache.forget(`app:${service.owner.app.id}`);
        return visit();
      },
    };
    for (const [name, work] of Object.entries(works)) {
      const earlier = ended;
      cache.forget('app:another');
      await work();
      // Whatever waits for its turn behind these reads waits for most of them, and the directory needs five reads.
      assert.ok(ended - earlier < 2 * CALLERS, `${name}: ${ended - earlier} reads ended before`);
    }
  });
});
