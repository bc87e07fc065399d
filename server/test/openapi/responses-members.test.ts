import { test } from 'node:test';
import type { Sent } from '../fuzz/client.ts';
import { FROM_HERE, invited, memberOf, PASSWORD, type Person } from '../manage/people.ts';
import { assertResponses, JSON_BODY, openApi } from './api.ts';

const api = await openApi();
const { service, manage } = api;
const owner = await memberOf(service, 'owner@shop.example', 'owner');

/** A request of a browser from a page of the service. */
const fromOwnPage = (method: string, path: string, body?: string): Sent => ({
  method,
  path: `/manage/v1/${path}`,
  headers: { ...FROM_HERE, ...(body === undefined ? {} : JSON_BODY) },
  body,
});
/** The same with the session of the owner. */
const withSession = (method: string, path: string, body?: string): Sent => {
  const sent = fromOwnPage(method, path, body);
  return { ...sent, headers: { ...sent.headers, cookie: owner.cookie } };
};
/** A request of a member to leave the shop. */
const leaveAs = ({ cookie }: Person): Sent => {
  const sent = fromOwnPage('DELETE', 'membership');
  return { ...sent, headers: { ...sent.headers, cookie, 'smartlink-app': 'shop' } };
};

test('the responses about sign-in, sessions, members and invitations match the document', async () => {
  const viewer = await memberOf(service, 'other@shop.example', 'viewer');
  const leaver = await memberOf(service, 'leaver@shop.example', 'viewer');
  const asked = await service.request('POST', '/manage/v1/invitations', {
    body: { email: 'another@shop.example', role: 'viewer' },
  });
  const invitation = await invited(service, 'new@shop.example', 'viewer');
  const accepted = JSON.stringify({ invitation, name: 'New', password: PASSWORD });
  const stale = { 'if-match': '"99"' };
  await assertResponses(api, [
    [200, fromOwnPage('GET', 'sign-in')],
    [403, { ...fromOwnPage('GET', 'sign-in'), headers: { 'sec-fetch-site': 'cross-site' } }],
    [401, fromOwnPage('POST', 'sign-in', '{"email":"nobody@shop.example","password":"x"}')],
    [200, fromOwnPage('POST', 'sign-in', `{"email":"${owner.email}","password":"${PASSWORD}"}`)],
    [422, fromOwnPage('POST', 'sign-in', '{"email":1}')],
    [200, fromOwnPage('POST', 'invitations/look', JSON.stringify({ invitation }))],
    [200, fromOwnPage('POST', 'sign-in/oidc', JSON.stringify({ invitation, to: '/shop/links' }))],
    [422, fromOwnPage('POST', 'sign-in/oidc', '{"to":1}')],
    [200, fromOwnPage('POST', 'invitations/accept', accepted)],
    [410, fromOwnPage('POST', 'sign-in/oidc', JSON.stringify({ invitation }))],
    [410, fromOwnPage('POST', 'invitations/accept', accepted)],
    [410, fromOwnPage('POST', 'invitations/look', JSON.stringify({ invitation }))],
    [200, withSession('GET', 'me')],
    [403, manage('GET', 'me')],
    [200, withSession('PATCH', 'me', '{"name":"Olga"}')],
    [422, withSession('PATCH', 'me', '{"name":" ","password":{"old":"x","new":"y"}}')],
    [200, withSession('GET', 'sessions')],
    [404, withSession('DELETE', 'sessions/ses_nothing')],
    [200, withSession('GET', 'apps')],
    [201, withSession('POST', 'apps', '{"name":"toys"}')],
    [422, withSession('POST', 'apps', '{"name":"toys"}')],
    [422, withSession('GET', 'members')],
    [200, manage('GET', 'apps')],
    [200, manage('GET', 'members')],
    [201, manage('POST', 'invitations', '{"email":"late@shop.example","role":"editor"}')],
    [409, manage('POST', 'invitations', `{"email":"${owner.email}","role":"editor"}`)],
    [422, manage('POST', 'invitations', '{"email":"x","role":"king"}')],
    [200, manage('GET', 'members')],
    [200, manage('GET', `members/${owner.id}`)],
    [200, manage('PATCH', `members/${viewer.id}`, '{"role":"editor"}')],
    [412, manage('PATCH', `members/${owner.id}`, '{"role":"editor"}', stale)],
    [409, manage('PATCH', `members/${owner.id}`, '{"role":"editor"}')],
    [200, manage('DELETE', `members/${viewer.id}`)],
    [404, manage('DELETE', `members/${viewer.id}`)],
    [204, leaveAs(leaver)],
    [404, leaveAs(leaver)],
    [409, leaveAs(owner)],
    [403, manage('DELETE', 'membership')],
    [200, manage('DELETE', `invitations/${asked.json.invitation_id}`)],
    [404, manage('DELETE', `invitations/${asked.json.invitation_id}`)],
    [200, manage('GET', 'audit-log?limit=100')],
    [204, withSession('POST', 'sign-out')],
    [401, withSession('GET', 'me')],
    [401, withSession('GET', 'members')],
  ]);
});
