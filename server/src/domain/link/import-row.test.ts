import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { requestOfLine } from './import-row.ts';

describe('a line of NDJSON', () => {
  const exported = {
    smartlink: 'https://go.shop.example/a',
    created_at: '2026-11-24T11:05:12.417Z',
  };
  const valueOf = (line: object, mapped: ReadonlyMap<'name', string>): unknown => {
    const request = requestOfLine(JSON.stringify(line), { mapped, ignored: new Set() });
    assert.ok('json' in request);
    return request.json.value;
  };

  it('of an export leaves out null, as an empty cell, also in a mapped column', () => {
    const mapped = new Map([['name', 'external_id']] as const);
    const line = { ...exported, uri: 'p/1', name: 'One', external_id: null };
    assert.deepEqual(valueOf(line, mapped), { uri: 'p/1' });
    assert.deepEqual(valueOf({ ...line, external_id: 'x' }, mapped), { uri: 'p/1', name: 'x' });
    assert.deepEqual(valueOf({ uri: 'p/1', external_id: null }, mapped), {
      uri: 'p/1',
      name: null,
    });
  });
});
