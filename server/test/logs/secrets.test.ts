import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { LOG_OPTIONS } from '../../src/log.ts';
import { spawnService, startService, temporaryFolder, type Service } from '../harness.ts';
import { eventually } from '../processes.ts';

const AGENT = 'A rare browser 17';
const EMAIL = 'ada.lovelace@corp.example';
const PASSWORD = 'a wrong sentence of mine';
const QUERY = 'person=ada&secret=kq3vN81x';
const COOKIE = '__Host-session=kq3vN81xTzkq3vN81xTz';
const ADDRESSES = ['203.0.113.77', '2001:db8:1:2:3:4:5:6'];
/** What no line may contain. */
const SECRETS = [
  AGENT,
  EMAIL,
  PASSWORD,
  'person',
  'kq3vN81x',
  ...ADDRESSES,
  'sl_server_',
  'sl_web_',
];

/** Sends requests of all kinds that contain secrets in every place. */
async function busyRun(url: string, tokens: { server: string; web: string }): Promise<void> {
  const send = async (method: string, path: string, token = tokens.server, body?: object) => {
    for (const address of ADDRESSES) {
      const answer = await fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: {
          authorization: `Token ${token}`,
          cookie: COOKIE,
          'user-agent': AGENT,
          'x-forwarded-for': address,
          'x-request-id': tokens.web,
          traceparent: `00-${tokens.web}`,
          referer: `https://shop.example/?${QUERY}`,
          'sec-fetch-site': 'same-origin',
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      await answer.arrayBuffer();
    }
  };
  const link = { uri: `https://shop.example/p?${QUERY}`, metadata: { email: EMAIL } };
  await send('POST', '/v2/smartlinks', tokens.server, link);
  await send('POST', '/v2/smartlinks', tokens.server, { uri: EMAIL, unknown: tokens.web });
  await send('POST', `/v2/smartlinks?token=${tokens.server}`, tokens.web);
  await send('GET', `/BCDFGHJK?${QUERY}`);
  await send('POST', `/BCDFGHJK?${QUERY}`);
  await send('GET', `/v2/smartlinks/BCDFGHJK?${QUERY}`);
  await send('GET', `/client/v1/smartlinks/${tokens.server}?${QUERY}`, tokens.web);
  await send('GET', `/manage/v1/smartlinks?search=${encodeURIComponent(EMAIL)}&${QUERY}`);
  await send('GET', `/manage/v1/sign-in/oidc/callback?code=${tokens.server}&state=kq3vN81x`);
  await send('POST', '/manage/v1/sign-in', '', { email: EMAIL, password: PASSWORD });
  await send('POST', '/manage/v1/sign-in', '', { email: PASSWORD, password: EMAIL });
  await send('GET', `/no/such/path/${EMAIL}?${QUERY}`);
}

describe('the logs of a busy run', () => {
  it('have no tokens, addresses, query strings, cookies, email addresses or user agents', async () => {
    const service = await spawnService({
      DATABASE_URL: `sqlite:${join(temporaryFolder(), 'smartlink.db')}`,
      LOG_LEVEL: 'trace',
      ACCESS_LOG: 'on',
      TRUSTED_PROXIES: 'loopback',
    });
    const [server = ''] = /sl_server_\w+/.exec(service.welcome()) ?? [];
    const [web = ''] = /sl_web_\w+/.exec(service.welcome()) ?? [];
    assert.ok(server && web);
    const first = service.output();
    await busyRun(service.url, { server, web });
    assert.equal(await service.stop(), 0);
    const logs = service.errors() + service.output().slice(first.length);
    assert.match(service.errors(), /"route":"\/manage\/v1\/sign-in"/);
    assert.match(logs, /"network":"203\.0\.113"/);
    assert.match(logs, /"network":"2001:db8:1"/);
    assert.match(logs, /a sign-in failed/);
    for (const secret of [...SECRETS, server.slice(-20), web.slice(-20), 'BCDFGHJK']) {
      assert.ok(!logs.toLowerCase().includes(secret.toLowerCase()), secret);
    }
  });

  it('have none of them in errors', async () => {
    const lines: string[] = [];
    const log = pino(
      { ...LOG_OPTIONS, level: 'trace' },
      { write: (line) => void lines.push(line) },
    );
    let broken = false;
    const now = (): number => {
      if (!broken || !/open-link|\/http\/auth\./.test(new Error('clock').stack ?? ''))
        return Date.now();
      const cause = Object.assign(new Error(`for ${EMAIL}`), { code: '23505', detail: EMAIL });
      const text = `no time at ${ADDRESSES.join(', ')}: /x?${QUERY}, Bearer sl_server_${'a1'.repeat(20)}`;
      throw new Error(text, { cause });
    };
    const service: Service = await startService({}, { now, log });
    const { code } = await service.create({ uri: 'https://shop.example/1' });
    broken = true;
    const { server, web } = service.owner.tokens;
    await busyRun(service.url, { server: `${server.slice(0, -4)}xxxx`, web });
    await fetch(`${service.url}/${code}`, { redirect: 'manual' });
    await eventually('errors are logged', () => lines.some((line) => line.includes('no time')));
    const logs = lines.join('');
    assert.match(logs, /"code":"23505"/);
    for (const secret of [...SECRETS, 'a1a1a1']) {
      assert.ok(!logs.toLowerCase().includes(secret.toLowerCase()), secret);
    }
  });
});
