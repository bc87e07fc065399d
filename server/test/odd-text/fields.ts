import { randomUUID } from 'node:crypto';
import { around, create, header, json, path, redeem, type RequestField } from './field.ts';

const MANAGE = '/manage/v1/smartlinks';
export const FIELDS: Readonly<Record<string, RequestField>> = {
  'a path': create('{"uri":"p/', '"}'),
  'a unique path': create('{"unique":true,"uri":"p/', '"}'),
  'a deep link': create('{"uri":"app://', '"}'),
  'a route': create('{"uri":"a","routes":{"web":{"link":"https://x.example/', '"}}}'),
  'a fallback': create('{"uri":"a","routes":{"web":{"fallback":"https://x.example/', '"}}}'),
  'a field': create('{"uri":"a","', '":1}'),
  'a key of metadata': create('{"uri":"a","metadata":{"', '":1}}'),
  metadata: create('{"uri":"a","metadata":{"k":[{"z":["', '"]}]}}'),
  'an Idempotency-Key': header('idempotency-key', 'POST', '/v2/smartlinks', '{"uri":"a"}'),
  'a token': header('authorization', 'GET', '/v2/smartlinks/CODE'),
  'If-Match': header('if-match', 'PATCH', `${MANAGE}/CODE`, '{"redeem_limit":5}'),
  'User-Agent': header('user-agent', 'GET', '/CODE'),
  'changed metadata': ({ server, code }, text) => ({
    method: 'PATCH',
    path: `${MANAGE}/${code}`,
    headers: json(server),
    body: around('{"metadata":{"k":"', text, '"}}'),
  }),
  'the address in a redemption': redeem(({ code }) => [
    '{"smartlink":"https://x.example/',
    `${code}","redemption_id":"${randomUUID()}"}`,
  ]),
  'the code in a redemption': redeem(({ code }) => [
    `{"smartlink":"${code}`,
    `","redemption_id":"${randomUUID()}"}`,
  ]),
  'the id in a redemption': redeem(({ code, redemption }) => [
    `{"smartlink":"${code}","redemption_id":"${redemption}`,
    '"}',
  ]),
  'a visit': path('GET', '/…'),
  'a visit with more': path('GET', '/CODE…'),
  'a code': path('GET', '/v2/smartlinks/CODE…'),
  'a code of the client': path('GET', '/client/v1/smartlinks/CODE…', 'web'),
  'a managed code': path('GET', `${MANAGE}/CODE…`),
  'a code to delete': path('DELETE', `${MANAGE}/CODE…`),
  'a ledger': path('GET', `${MANAGE}/CODE…/redemptions`),
  'a page of the ledger': path('GET', `${MANAGE}/CODE/redemptions?cursor=1…`),
  'a page of the history': path('GET', `${MANAGE}/CODE/history?limit=1…`),
  'a redemption to give back': path('POST', `${MANAGE}/CODE/redemptions/…/give-back`),
  'a redemption and more': path('POST', `${MANAGE}/CODE/redemptions/ID…/give-back`),
};
