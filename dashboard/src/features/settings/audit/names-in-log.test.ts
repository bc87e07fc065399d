import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AuditEntry } from '../../../api/types.ts';
import { namesInLog } from './names-in-log.ts';

it('the log has the names of former members', () => {
  const entry = (
    what: string,
    by: string,
    byName: string | null,
    before: AuditEntry['before'],
    after: AuditEntry['after'],
  ): AuditEntry => ({ what, by, by_name: byName, action: 'x', at: '', before, after });
  const names = namesInLog([
    entry('member:mem_b', 'mem_a', 'Ada', { email: 'ben@shop.example' }, null),
    entry('member:mem_b', 'mem_a', 'Ada before', { role: 'owner' }, { role: 'viewer' }),
    entry('app', 'tok_1', null, null, null),
    entry('member:mem_c', 'mem_c', null, null, { email: 'eve@shop.example' }),
  ]);
  assert.deepEqual(
    [...names],
    [
      ['mem_a', 'Ada'],
      ['mem_b', 'ben@shop.example'],
      ['mem_c', 'eve@shop.example'],
    ],
  );
});
