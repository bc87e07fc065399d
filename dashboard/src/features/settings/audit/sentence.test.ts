import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AuditEntry } from '../../../api/types.ts';
import { changeOf, sentenceOf, subjectOf } from './sentence.ts';

const entry = (
  what: string,
  action: string,
  before: AuditEntry['before'] = null,
  after: AuditEntry['after'] = null,
): AuditEntry => ({ what, action, before, after, at: '', by: 'operator', by_name: null });

/** The sentence with all placeholders except `{who}` and `{what}` replaced. */
function read(one: AuditEntry): string {
  const { template, words } = sentenceOf(one);
  return template.replaceAll(/\{(\w+)\}/g, (place, name: string) => words[name] ?? place);
}

describe('an entry of the audit log as a sentence', () => {
  const link = 'smartlink:Sale26';
  const table: [one: AuditEntry, sentence: string][] = [
    [entry(link, 'create', null, { uri: 'x' }), '{who} created the link {what}'],
    [entry(link, 'change', { routes: {} }, { routes: {} }), '{who} changed the routes of {what}'],
    [
      entry(link, 'change', { tags: [], state: 'active', social: null }, { tags: ['a'] }),
      '{who} changed the tags, the state and the social preview of {what}',
    ],
    [
      entry(link, 'change', { rules: null, own_rules: null, valid_from: null }, { own_rules: 1 }),
      '{who} changed the conditional routes and the start of the validity of {what}',
    ],
    [
      entry(link, 'change', { state: 'active' }, { state: 'disabled' }),
      '{who} disabled the link {what}',
    ],
    [
      entry(link, 'change', { state: 'disabled' }, { state: 'active' }),
      '{who} enabled the link {what}',
    ],
    [entry(link, 'delete', { state: 'active' }), '{who} deleted the link {what}'],
    [
      entry('app', 'prove', null, { host: 'go.shop.example' }),
      '{who} activated the domain go.shop.example',
    ],
    [entry('token:tok_1', 'revoke'), '{who} revoked the token {what}'],
    [entry('member:mem_1', 'create', null, { role: 'owner' }), '{who} added {what} as Owner'],
    [entry('member:mem_1', 'join', null, { role: 'editor' }), '{who} joined as Editor'],
    [
      entry('member:mem_1', 'change', { role: 'owner' }, { role: 'viewer' }),
      '{who} changed the role of {what} from Owner to Viewer',
    ],
    [
      entry('member:mem_1', 'change', null, { password_changed: true }),
      '{who} changed their password',
    ],
    [entry('member:mem_1', 'remove', { role: 'viewer' }), '{who} removed {what}'],
    [{ ...entry('member:mem_1', 'remove', { role: 'viewer' }), by: 'mem_1' }, '{who} left the app'],
    [
      entry('invitation:inv_1', 'invite', null, { email: null, role: 'owner' }),
      '{who} invited {what} as Owner',
    ],
    [
      entry('app', 'apply', { 'shop/platforms/iphone': {} }, { 'shop/platforms/iphone': {} }),
      '{who} changed the platform iPhone',
    ],
    [
      entry(
        'app',
        'apply',
        { 'shop/templates/a': null, 'shop/hosts': [] },
        { 'shop/templates/a': {}, 'shop/hosts': ['b'] },
      ),
      '{who} changed the domains and the template a',
    ],
    [
      entry('app', 'apply', { 'shop/templates': ['a'] }, { 'shop/templates': ['b'] }),
      '{who} changed the order of the templates',
    ],
    [entry('app', 'apply', { shop: null }, { shop: null }), '{who} changed the settings'],
    [entry('app', 'toString'), '{who}: toString {what}'],
    [entry('constructor:1', 'create'), '{who}: create {what}'],
  ];
  for (const [one, sentence] of table) it(sentence, () => assert.equal(read(one), sentence));
});

it('the subject of an entry', () => {
  assert.deepEqual(subjectOf('smartlink:Ab1'), { kind: 'link', id: 'Ab1' });
  assert.deepEqual(subjectOf('app'), { kind: 'app', id: '' });
  assert.deepEqual(subjectOf('else:1'), { kind: 'other', id: 'else:1' });
});

it('a change of twenty thousand templates is nested at once', () => {
  const templates = Array.from({ length: 20_000 }, (_, i) => [
    `shop/templates/t${i}`,
    { pattern: 'p' },
  ]);
  const began = performance.now();
  const { after } = changeOf(entry('app', 'apply', {}, Object.fromEntries(templates)));
  assert.equal(Object.keys(after?.templates ?? {}).length, 20_000);
  // With a copy of the earlier ones for each, it takes minutes.
  assert.ok(performance.now() - began < 5000);
});

it('changes of an app are nested', () => {
  const one = entry(
    'app',
    'apply',
    { 'shop/platforms/web': { base: 'a' }, 'shop/templates/new': null, 'shop/hosts': ['x'] },
    {
      'shop/platforms/web': { base: 'b' },
      'shop/templates/new': { pattern: 'p' },
      'shop/hosts': [],
    },
  );
  assert.deepEqual(changeOf(one), {
    before: { platforms: { web: { base: 'a' } }, hosts: ['x'] },
    after: { platforms: { web: { base: 'b' } }, templates: { new: { pattern: 'p' } }, hosts: [] },
  });
});
