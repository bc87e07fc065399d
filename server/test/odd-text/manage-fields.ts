import { FROM_HERE } from '../manage/people.ts';
import { around, json, path, type RequestField } from './field.ts';

/** The session cookie of a signed-in user. */
function manage(method: string, to: string, head: string, tail: string): RequestField {
  return ({ server }, text) => ({
    method,
    path: `/manage/v1/${to}`,
    headers: WITHOUT_SESSION.test(to)
      ? { ...FROM_HERE, 'content-type': 'application/json' }
      : json(server),
    body: around(head, text, tail),
  });
}
const WITHOUT_SESSION = /^(?:sign-in|invitations\/)/;

/**
 * Replaces `…` in the path with the percent-encoded text, and `CODE` and `ID` with existing values.
 */
function person(method: string, to: string): RequestField {
  return (target, text) => {
    const sent = path(method, `/manage/v1/${to}`)(target, text);
    return { ...sent, headers: { ...FROM_HERE, cookie: target.cookie } };
  };
}

const MANAGE = '/manage/v1/smartlinks';
/** Puts the text into a header, without the bytes that HTTP cannot transfer. */
export const MANAGE_FIELDS: Readonly<Record<string, RequestField>> = {
  'an email address to sign in with': manage(
    'POST',
    'sign-in',
    '{"email":"a',
    '@b.c","password":"x"}',
  ),
  'a password': manage('POST', 'sign-in', '{"email":"a@b.c","password":"', '"}'),
  'an invitation to look up': manage('POST', 'invitations/look', '{"invitation":"', '"}'),
  'an invitation to accept': manage(
    'POST',
    'invitations/accept',
    '{"invitation":"',
    '","password":"a sentence of my own"}',
  ),
  'an email address to invite': manage(
    'POST',
    'invitations',
    '{"role":"viewer","email":"',
    'a@b.c"}',
  ),
  'a role': manage('POST', 'invitations', '{"email":"a@b.c","role":"', '"}'),
  'a kind of token': manage('POST', 'tokens', '{"kind":"', '"}'),
  'a tag': manage('POST', 'smartlinks', '{"uri":"a","tags":["', '"]}'),
  'a name': manage('POST', 'smartlinks', '{"uri":"a","name":"', '"}'),
  'a note': manage('POST', 'smartlinks', '{"uri":"a","note":"', '"}'),
  'the name of a token': manage('POST', 'tokens', '{"kind":"server","name":"', '"}'),
  'a chosen code': manage('POST', 'smartlinks', '{"uri":"a","code":"abc', '"}'),
  'a social preview': manage('POST', 'smartlinks', '{"uri":"a","social":{"title":"', '"}}'),
  'a title': manage('PATCH', 'app', '{"visits":{"title":"', '"}}'),
  'a host': manage('PATCH', 'app', '{"hosts":["', '.shop.example"]}'),
  'a code to change': manage(
    'POST',
    'smartlinks/changes',
    '{"change":{"state":"active"},"codes":["',
    '"]}',
  ),
  'a search for links to change': manage(
    'POST',
    'smartlinks/changes',
    '{"change":{"state":"active"},"filter":{"q":"',
    '"}}',
  ),
  'an external_id to create': manage(
    'POST',
    'smartlinks/bulk',
    '{"links":[{"uri":"a","external_id":"',
    '"}],"on_conflict":"update"}',
  ),
  'a tag to add': manage(
    'POST',
    'smartlinks/changes',
    '{"codes":["a"],"change":{"add_tags":["',
    '"]}}',
  ),
  'a URI to test': manage('POST', 'templates/try', '{"uri":"a', '"}'),
  'a title to preview': manage('POST', 'app/preview', '{"visits":{"title":"', '"},"page":"gone"}'),
  'a token to revoke': path('DELETE', '/manage/v1/tokens/tok_…'),
  'a member': path('GET', '/manage/v1/members/…'),
  'a member to remove': path('DELETE', '/manage/v1/members/mem_…'),
  'an invitation to withdraw': path('DELETE', '/manage/v1/invitations/inv_…'),
  'a search': path('GET', `${MANAGE}?q=…`),
  'the start of a search': path('GET', `${MANAGE}?q=a…`),
  'a tag to filter by': path('GET', `${MANAGE}?tag=…`),
  'a template to filter by': path('GET', `${MANAGE}?template=…`),
  'an external_id to filter by': path('GET', `${MANAGE}?external_id=…`),
  'a page of the list': path('GET', `${MANAGE}?cursor=1…`),
  'the start of a tag': path('GET', '/manage/v1/tags?q=…'),
  'a page of the audit log': path('GET', '/manage/v1/audit-log?cursor=1…'),
  'a version of metadata': path('GET', `${MANAGE}/CODE/metadata?version=1…`),
  'a device to explain': path('GET', `${MANAGE}/CODE/explain?device=…`),
  'a session to end': person('DELETE', 'sessions/ses_…'),
  'the page after signing in': person('GET', 'sign-in/oidc?to=/…'),
  'the callback of a provider': person('GET', 'sign-in/oidc/callback?code=…&state=…'),
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
