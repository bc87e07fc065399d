import { test } from 'node:test';
import type { Sent } from '../fuzz/client.ts';
import { assertResponses, openApi } from './api.ts';

const api = await openApi();
const { service, authorized, manage } = api;

test('the responses about an app, its tokens and its templates match the document', async () => {
  // A trial of templates compares these links.
  await service.create({ uri: 'https://e.example/x', metadata: { n: [1] } });
  await service.create({ uri: 'a/b', unique: true });
  const { token_id: tokenId } = (
    await service.request('POST', '/manage/v1/tokens', { body: { kind: 'ipad' } })
  ).json;
  const readApp = (headers: Sent['headers']): Sent => ({
    method: 'GET',
    path: '/client/v1/app',
    headers,
  });
  const trial = JSON.stringify({
    uri: 'a/b?c',
    templates: [
      {
        name: 't',
        pattern: ':x/*y',
        routes: { web: { link: 'https://e.example/:x', skip_page: true } },
      },
    ],
  });
  await assertResponses(api, [
    [200, readApp(authorized('web'))],
    [401, readApp({})],
    [403, readApp(authorized())],
    [201, manage('POST', 'tokens', '{"kind":"web"}')],
    [422, manage('POST', 'tokens', '{"kind":"tv"}')],
    [200, manage('GET', 'tokens')],
    [200, manage('GET', 'tokens?limit=1')],
    [400, manage('GET', 'tokens?cursor=x')],
    [200, manage('GET', 'doctor?network=true')],
    [400, manage('GET', 'doctor?network=x')],
    [200, manage('POST', 'templates/try', trial)],
    [200, manage('POST', 'templates/try', '{}')],
    [422, manage('POST', 'templates/try', '{"uri":"","templates":[{}],"cursor":1}')],
    [400, manage('POST', 'templates/try')],
    [200, manage('POST', 'metadata-schema/try', '{"schema":{"items":1},"value":{}}')],
    [422, manage('POST', 'metadata-schema/try', '{"value":{}}')],
    [400, manage('POST', 'metadata-schema/try')],
    [200, manage('POST', 'app/preview', '{"visits":{"title":"A"},"page":"open-app"}')],
    [422, manage('POST', 'app/preview', '{"visits":{"title":""}}')],
    [400, manage('POST', 'app/preview')],
    [422, manage('POST', 'social-preview/fetch', '{"url":"https://127.0.0.1/"}')],
    [422, manage('POST', 'social-preview/fetch', '{"url":"a"}')],
    [400, manage('POST', 'social-preview/fetch')],
    [200, manage('DELETE', `tokens/${tokenId}`)],
    [404, manage('DELETE', 'tokens/tok_x')],
    [200, manage('GET', 'audit-log?limit=100')],
    [200, { method: 'GET', path: '/health/live', headers: {} }],
    [200, { method: 'GET', path: '/health/ready', headers: {} }],
  ]);
});
