import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deletedLink, finalReason, restoredLink } from './deletion.ts';

const NOW = Date.UTC(2026, 10, 24);
const LINK = { code: 'a', state: 'active', restorableUntil: null } as const;

describe('a deleted link', () => {
  it('can be restored until just before the end of its days', () => {
    const link = deletedLink(LINK, NOW, 30);
    const end = Date.UTC(2026, 11, 24);
    assert.deepEqual(link, { code: 'a', state: 'deleted', restorableUntil: end });
    assert.equal(finalReason(link, end - 1), undefined);
    assert.equal(finalReason(link, end), 'this was possible until 2026-12-24T00:00:00.000Z');
  });

  it('cannot be restored at all without days, or when its content is removed', () => {
    assert.equal(
      finalReason(deletedLink(LINK, NOW, 0), NOW),
      'this was possible until 2026-11-24T00:00:00.000Z',
    );
    const removed = { ...LINK, state: 'deleted' } as const;
    assert.equal(finalReason(removed, NOW), 'its content has been removed');
  });

  it('is restored as it was', () => {
    const restored = restoredLink(deletedLink(LINK, NOW, 30), 'disabled');
    assert.deepEqual(restored, { code: 'a', state: 'disabled', restorableUntil: null });
  });
});
