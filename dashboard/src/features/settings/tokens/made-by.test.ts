import assert from 'node:assert/strict';
import { it } from 'node:test';
import { madeBy } from './made-by.ts';

it('a token is made by a person, the operator, another token, or nobody knows', () => {
  const all = [{ token_id: 'tok_1', prefix: 'sl_server_abc' }];
  const TABLE: readonly [created_by: string | null, by_name: string | null, text: string][] = [
    ['mem_1', 'Ada', 'Ada'],
    ['operator', null, 'Operator'],
    ['tok_1', null, 'Token sl_server_abc…'],
    ['tok_2', null, 'Unknown'],
    [null, null, 'Unknown'],
  ];
  for (const [created_by, by_name, text] of TABLE) {
    assert.equal(madeBy({ created_by, by_name }, all), text);
  }
});
