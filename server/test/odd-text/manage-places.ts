import { FROM_HERE } from '../manage/people.ts';
import { around, json, path, type Place } from './place.ts';

/** The body of a request by a user of the management API, or to sign in. */
function manage(method: string, to: string, head: string, tail: string): Place {
  return ({ server }, text) => ({
    method,
    path: `/manage/v1/${to}`,
    headers: DOOR.test(to) ? { ...FROM_HERE, 'content-type': 'application/json' } : json(server),
    body: around(head, text, tail),
  });
}
const DOOR = /^(?:sign-in|invitations\/)/;

/** Requests with or for a session. */
function person(method: string, to: string): Place {
  return (target, text) => {
    const sent = path(method, `/manage/v1/${to}`)(target, text);
    return { ...sent, headers: { ...FROM_HERE, cookie: target.cookie } };
  };
}

const MANAGE = '/manage/v1/smartlinks';
/** Every field of the management API and of the sign-in. */
export const MANAGE_PLACES: Readonly<Record<string, Place>> = {
  'an address to sign in with': manage('POST', 'sign-in', '{"email":"a', '@b.c","password":"x"}'),
  'a password': manage('POST', 'sign-in', '{"email":"a@b.c","password":"', '"}'),
  'an invitation to look at': manage('POST', 'invitations/look', '{"invitation":"', '"}'),
  'an invitation to accept': manage(
    'POST',
    'invitations/accept',
    '{"invitation":"',
    '","password":"a sentence of my own"}',
  ),
  'an address to invite': manage('POST', 'invitations', '{"role":"viewer","email":"', 'a@b.c"}'),
  'a role': manage('POST', 'invitations', '{"email":"a@b.c","role":"', '"}'),
  'a kind of token': manage('POST', 'tokens', '{"kind":"', '"}'),
  'a tag': manage('POST', 'smartlinks', '{"uri":"a","tags":["', '"]}'),
  'a chosen code': manage('POST', 'smartlinks', '{"uri":"a","code":"abc', '"}'),
  'a card': manage('POST', 'smartlinks', '{"uri":"a","social":{"title":"', '"}}'),
  'a title': manage('PATCH', 'app', '{"visits":{"title":"', '"}}'),
  'a host': manage('PATCH', 'app', '{"hosts":["', '.shop.example"]}'),
  'a URI to try': manage('POST', 'templates/try', '{"uri":"a', '"}'),
  'a title to look at': manage('POST', 'app/preview', '{"visits":{"title":"', '"},"page":"gone"}'),
  'a token to revoke': path('DELETE', '/manage/v1/tokens/tok_…'),
  'a member': path('GET', '/manage/v1/members/…'),
  'a member to remove': path('DELETE', '/manage/v1/members/mem_…'),
  'an invitation to withdraw': path('DELETE', '/manage/v1/invitations/inv_…'),
  'a search': path('GET', `${MANAGE}?q=…`),
  'the beginning of a search': path('GET', `${MANAGE}?q=a…`),
  'a tag to look for': path('GET', `${MANAGE}?tag=…`),
  'a template to look for': path('GET', `${MANAGE}?template=…`),
  'a page of the list': path('GET', `${MANAGE}?cursor=1…`),
  'the beginning of a tag': path('GET', '/manage/v1/tags?q=…'),
  'a page of the audit log': path('GET', '/manage/v1/audit-log?cursor=1…'),
  'a version of metadata': path('GET', `${MANAGE}/CODE/metadata?version=1…`),
  'a device to explain': path('GET', `${MANAGE}/CODE/explain?device=…`),
  'a session to end': person('DELETE', 'sessions/ses_…'),
  'where to go after signing in': person('GET', 'sign-in/oidc?to=/…'),
  'what a provider sends back': person('GET', 'sign-in/oidc/callback?code=…&state=…'),
  'the name of an app': ({ cookie }, text) => ({
    method: 'GET',
    path: MANAGE,
    headers: { ...FROM_HERE, cookie, 'smartlink-app': text.toString('latin1').replace(/\0/g, '') },
  }),
  'a cookie': (_, text) => ({
    method: 'GET',
    path: '/manage/v1/me',
    headers: { ...FROM_HERE, cookie: `smartlink=${text.toString('latin1').replace(/\0/g, '')}` },
  }),
};
