import assert from 'node:assert/strict';
import { lookup } from 'node:dns/promises';
import { before, describe, it } from 'node:test';
import { publicLookup } from '../../src/actions/outgoing-lookups.ts';
import { fetchPage } from '../../src/actions/social/fetch-page.ts';
import { sendEvent } from '../../src/jobs/webhooks/send.ts';
import { startDns, type DnsServer } from '../dns-server.ts';

describe('addresses of hosts that others choose', () => {
  const HOST = 'hooks.shop.example';
  const never = new AbortController().signal;
  let dns: DnsServer;
  before(async () => {
    dns = await startDns();
  });

  const send = (host: string) => {
    const reach = { isPublicOnly: true, lookup: publicLookup([dns.address]) };
    const target = { url: `https://${host}/`, secrets: [], reach };
    return sendEvent(target, { id: 'evt_a', payload: '{}' }, Date.now, never);
  };
  const read = (host: string) =>
    fetchPage(
      `http://${host}/`,
      { isPublicOnly: true, lookup: publicLookup([dns.address]) },
      never,
    );

  for (const addresses of [
    ['127.0.0.1'],
    ['8.8.8.8', '10.0.0.1'],
    ['8.8.8.8', 'fd00::1'],
    ['::1'],
    ['::ffff:127.0.0.1'],
    ['169.254.169.254'],
    ['100.64.0.1'],
    ['fd00::1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
  ]) {
    it(`gets nothing if it leads to ${addresses.join(' and ')}, and is resolved once`, async () => {
      dns.addresses.set(HOST, addresses);
      // The addresses of each family. A second lookup could lead elsewhere than the checked one.
      const once = [HOST, HOST];
      dns.asked.length = 0;
      const { error } = (await send(HOST)) ?? {};
      assert.equal(error, 'the host leads to an address that is not public');
      assert.deepEqual(dns.asked, once);
      dns.asked.length = 0;
      assert.equal(await read(HOST), undefined);
      assert.deepEqual(dns.asked, once);
    });
  }

  it('of this machine need no DNS server', async () => {
    dns.asked.length = 0;
    for (const host of ['localhost', 'LOCALHOST.', 'db.localhost']) {
      const result = await send(host);
      assert.equal(result?.error, 'the host leads to an address that is not public');
    }
    assert.deepEqual(dns.asked, []);
  });

  it('that do not exist have an error of their own', async () => {
    assert.equal((await send('gone.shop.example'))?.error, 'the host name does not exist');
  });

  it('whose DNS server does not respond block no other lookup of the process', async () => {
    dns.isSilent = true;
    let wasFirst = false;
    // A machine that pauses for seconds can end all at once.
    for (let round = 0; round < 3 && !wasFirst; round++) {
      let ended = 0;
      const slow = Array.from({ length: 20 }, async (_, index) => {
        const result = await send(`${index}.slow.example`);
        ended++;
        assert.equal(result?.error, 'no DNS server responded for the host name');
      });
      // `lookup` uses a few threads of the process, which a slow one would keep for as long as its server takes.
      await Promise.all(Array.from({ length: 20 }, () => lookup('localhost')));
      wasFirst = ended === 0;
      await Promise.all(slow);
    }
    assert.ok(wasFirst);
    dns.isSilent = false;
  });
});
