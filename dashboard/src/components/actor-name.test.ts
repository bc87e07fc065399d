import assert from 'node:assert/strict';
import { it } from 'node:test';
import { actorName } from './actor-name.ts';

it('an actor is a member, the operator, a token or unknown', () => {
  const tokens = new Map([['tok_1', { prefix: 'sl_server_abc' }]]);
  const TABLE: readonly [by: string | null, name: string | null, text: string][] = [
    ['mem_1', 'Ada', 'Ada'],
    ['mem_1', null, 'Former member'],
    ['operator', null, 'Operator'],
    ['service', null, 'Smartlink'],
    ['tok_1', null, 'Token sl_server_abc…'],
    ['tok_2', null, 'tok_2'],
    [null, null, 'Unknown'],
  ];
  for (const [by, name, text] of TABLE) assert.equal(actorName(by, name, tokens), text);
  assert.equal(actorName('tok_1', null, undefined), 'tok_1');
});
