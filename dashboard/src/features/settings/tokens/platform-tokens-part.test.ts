import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AppDocument } from '../../../api/types.ts';
import { platformTokensPart } from './platform-tokens-part.ts';

it('the settings for platform tokens are sent as a whole, with defaults', () => {
  const app: AppDocument = {
    name: 'shop',
    platforms: {},
    templates: [],
    visits: {},
    metadata_schema: {},
    platform_tokens: { max_links: 5 },
    hosts: [],
  };
  assert.deepEqual(platformTokensPart.of(app), { create: 'own', max_links: 5 });
  assert.deepEqual(platformTokensPart.change({ create: 'off', max_links: '' }, app), {
    platform_tokens: { create: 'off' },
  });
  assert.deepEqual(platformTokensPart.complete?.({}), { create: 'own', max_links: '' });
});
