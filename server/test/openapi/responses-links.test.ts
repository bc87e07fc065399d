import { test } from 'node:test';
import type { Sent } from '../fuzz/client.ts';
import { assertResponses, HOST, JSON_BODY, openApi } from './api.ts';

const api = await openApi();
const { service, client, authorized, manage } = api;

const FIRST = '6e0a7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11';
const SECOND = '7e0a7a52-5d0c-4b8e-9a3f-2f1f0c6f9d11';
const asServer = { ...authorized(), ...JSON_BODY };
const asApp = { ...authorized('web'), ...JSON_BODY };
const stale = { 'if-match': '"99"' };

const create = (body: string, headers: Sent['headers'] = asServer): Sent => ({
  method: 'POST',
  path: '/v2/smartlinks',
  headers,
  body,
});
const retrieve = (code: string, headers: Sent['headers'] = authorized()): Sent => ({
  method: 'GET',
  path: `/v2/smartlinks/${code}`,
  headers,
});
const redeem = (link: string, id: string, headers: Sent['headers'] = asApp): Sent => ({
  method: 'POST',
  path: '/client/v1/redemptions',
  headers,
  body: JSON.stringify({ smartlink: link, redemption_id: id }),
});
const report = (link: string, id: string, headers: Sent['headers'] = asApp): Sent => ({
  method: 'POST',
  path: '/client/v1/opens',
  headers,
  body: JSON.stringify({ smartlink: link, open_id: id }),
});
const resolve = (link: string, headers: Sent['headers'] = asApp): Sent => ({
  method: 'GET',
  path: `/client/v1/smartlinks/${link}`,
  headers,
});

test('the responses about links match the document', async () => {
  const limited = { uri: 'https://e.example/y', metadata: { n: [1] }, redeem_limit: 1 };
  const { code } = await service.create(limited);
  const other = await service.create({ uri: 'https://e.example/z' });
  const { headers } = await client.send(retrieve(code));
  const ofLink = (method: string, path = '', body?: string, more: Sent['headers'] = {}): Sent =>
    manage(method, `smartlinks/${code}${path}`, body, more);
  const whole = JSON.stringify({
    uri: 'b',
    code: 'Chosen',
    unique: true,
    tags: ['spring'],
    social: { title: 'B' },
    metadata: { n: [1] },
    routes: { web: { link: 'https://e.example/b' } },
  });
  await assertResponses(api, [
    [201, create('{"uri":"a","unique":true}')],
    [200, create('{"uri":"a","unique":true}')],
    [400, create('{"uri":')],
    [401, create('{"uri":"a"}', JSON_BODY)],
    [413, create(`{"uri":"${'a'.repeat(65_536)}"}`)],
    [415, create('<uri/>', { ...authorized(), 'content-type': 'text/xml' })],
    [422, create('{"uri":1,"x":2,"routes":{"web":{"link":""}}}')],
    [200, retrieve(code)],
    [200, retrieve(code, authorized('web'))],
    [304, retrieve(code, { ...authorized(), 'if-none-match': headers.etag ?? '' })],
    [404, retrieve('%zz')],
    [422, retrieve(`${code}?fields=routes`)],
    [401, retrieve(code, {})],
    [404, retrieve('BCDFGHJK')],
    [200, redeem(code, FIRST)],
    [200, redeem(`https://${HOST}/${code}/?a=1`, FIRST.toUpperCase())],
    [409, redeem(code, SECOND)],
    [422, redeem(other.code, FIRST)],
    [422, redeem(code, 'x')],
    [404, redeem('BCDFGHJK', SECOND)],
    [401, redeem(code, SECOND, JSON_BODY)],
    [403, redeem(code, SECOND, asServer)],
    [202, report(code, FIRST)],
    [202, report(`https://${HOST}/${code}?utm_source=a`, FIRST)],
    [422, report(code, 'x')],
    [404, report('BCDFGHJK', FIRST)],
    [401, report(code, FIRST, JSON_BODY)],
    [403, report(code, FIRST, asServer)],
    [200, manage('GET', `smartlinks/${code}/clicks?compare=previous`)],
    [200, manage('GET', 'clicks?browser=Chrome')],
    [200, manage('GET', 'clicks/links')],
    [200, manage('GET', 'clicks/tags')],
    [200, manage('GET', 'clicks/templates')],
    [422, manage('GET', 'clicks/tags?from=x')],
    [200, resolve(code)],
    [404, resolve('BCDFGHJK')],
    [403, resolve(code, authorized())],
    [200, ofLink('GET')],
    [403, ofLink('GET', '', undefined, authorized('web'))],
    [200, ofLink('GET', '/redemptions?limit=1')],
    [400, ofLink('GET', '/redemptions?limit=0')],
    [400, ofLink('GET', '/history?cursor=x')],
    [200, ofLink('POST', `/redemptions/${FIRST}/give-back`)],
    [404, ofLink('POST', `/redemptions/${SECOND}/give-back`)],
    [200, ofLink('PATCH', '', '{"redeem_limit":null,"metadata":{"a":["b"]}}')],
    [200, ofLink('GET', '/history')],
    [412, ofLink('PATCH', '', '{"redeem_limit":1}', stale)],
    [422, ofLink('PATCH', '', '{"redeem_limit":0,"state":"deleted","metadata":{"a":true},"x":1}')],
    [400, ofLink('PATCH', '', '{')],
    [412, ofLink('DELETE', '', undefined, stale)],
    [204, ofLink('DELETE')],
    [204, ofLink('DELETE')],
    [410, ofLink('PATCH', '', '{"redeem_limit":1}')],
    [410, redeem(code, SECOND)],
    [410, resolve(code)],
    [404, retrieve(code)],
    [200, ofLink('GET')],
    [200, ofLink('GET', '/metadata')],
    [200, ofLink('GET', '/metadata?version=1')],
    [404, ofLink('GET', '/metadata?version=99')],
    [400, ofLink('GET', '/metadata?version=x')],
    [200, ofLink('GET', '/metadata/versions?limit=1')],
    [201, manage('POST', 'smartlinks', whole)],
    [200, manage('POST', 'smartlinks', whole)],
    [409, manage('POST', 'smartlinks', '{"uri":"c","code":"Chosen"}')],
    [409, manage('POST', 'smartlinks', '{"uri":"b","code":"Other","unique":true}')],
    [422, manage('POST', 'smartlinks', '{"code":"-","tags":["",1],"social":{"title":""}}')],
    [400, manage('POST', 'smartlinks')],
    [200, manage('GET', 'smartlinks?limit=2&q=b&tag=spring&unique=true&state=active')],
    [400, manage('GET', 'smartlinks?sort=best')],
    [
      200,
      manage('PATCH', 'smartlinks/Chosen', '{"routes":{"web":null,"android":{"link":"a://b"}}}'),
    ],
    [
      422,
      manage('PATCH', 'smartlinks/Chosen', '{"routes":{"tv":null,"ipad":{}},"tags":["a","a"]}'),
    ],
    [
      200,
      manage('POST', 'smartlinks/changes', '{"codes":["Chosen","-"],"change":{"add_tags":["a"]}}'),
    ],
    [
      200,
      manage(
        'POST',
        'smartlinks/changes',
        '{"filter":{},"limit":1,"dry_run":true,"change":{"routes":"current_templates"}}',
      ),
    ],
    [200, manage('POST', 'smartlinks/bulk', '{"links":[{"uri":"a","external_id":"E"},{"uri":5}]}')],
    [400, manage('POST', 'smartlinks/bulk', '{"links":[{]}')],
    [
      409,
      manage('POST', 'smartlinks/bulk', '{"links":[{"uri":"a","external_id":"E"}],"atomic":true}'),
    ],
    [422, manage('POST', 'smartlinks/bulk', '{"links":[],"x":1}')],
    [200, manage('PUT', 'external-ids/E', '{"uri":"a"}')],
    [201, manage('PUT', 'external-ids/F', '{"uri":"a"}')],
    [422, manage('PUT', 'external-ids/F', '{"uri":5}')],
    [200, manage('GET', 'smartlinks/export?external_id=E')],
    [422, manage('POST', 'smartlinks/changes', '{"codes":[],"filter":{},"change":{}}')],
    [200, manage('GET', 'tags?q=SPR')],
    [422, manage('GET', 'tags?q=a&q=b')],
    [400, manage('GET', 'tags?q=%00')],
    [200, manage('GET', 'audit-log?limit=100')],
  ]);
});
