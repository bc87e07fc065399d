import assert from 'node:assert/strict';
import { it } from 'node:test';
import { whileClockIsAhead } from '../clock-ahead.ts';
import { smartlink, startService } from '../harness.ts';
import { newMigratedStore } from '../store.ts';

const DAY_MS = 86_400_000;

it('an instance whose clock is 40 days ahead removes no content of links that can be restored', async () => {
  let skipped = 0;
  const service = await startService({}, { now: () => Date.now() + skipped });
  const { code } = await service.create({ uri: 'https://shop.example/a' });
  const path = `/manage/v1/smartlinks/${code}`;
  assert.equal((await service.request('DELETE', path)).status, 204);
  await whileClockIsAhead(40 * DAY_MS, () => service.app.removeContents());
  assert.equal((await service.request('POST', `${path}/restore`)).status, 200);
  const visit = await service.request('GET', `/${code}`, { token: undefined });
  assert.equal(visit.headers.get('location'), 'https://shop.example/a');
  // After that time, they are removed.
  assert.equal((await service.request('DELETE', path)).status, 204);
  skipped = 40 * DAY_MS;
  await service.app.removeContents();
  assert.equal((await service.request('POST', `${path}/restore`)).json.code, 'gone');
});

it('the doctor says that the clocks differ', async () => {
  const environment = { DATABASE_URL: await newMigratedStore() };
  const doctor = () => smartlink(['doctor'], environment);
  assert.doesNotMatch((await doctor()).stdout, /the clock/);
  for (const [ms, difference] of [
    [3_500_000, '58 minutes ahead of'],
    [-40 * DAY_MS - 1000, '40 days behind'],
  ] as const) {
    const { stdout } = await whileClockIsAhead(ms, doctor);
    assert.ok(
      stdout.includes(`the clock of this machine is ${difference} that of the database`),
      stdout,
    );
  }
});
