import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDPOINTS } from '#server/src/http/endpoints.ts';
import { MAX_BODY_BYTES } from '#server/src/http/json-body.ts';
import { MAX_LINK_LENGTH } from '#server/src/domain/text/uri.ts';
import { text } from './deployment.ts';

it('the documented nginx accepts the largest body', () => {
  const [, megabytes] = /client_max_body_size (\d+)m;/.exec(text('docs/operate/install.md')) ?? [];
  const largest = Math.max(...ENDPOINTS.map(({ body }) => body?.maxBytes ?? MAX_BODY_BYTES));
  assert.equal(Number(megabytes) * 1024 * 1024, largest);
  assert.match(text('docs/operate/install.md'), new RegExp(`bodies of ${megabytes} MiB`));
});

it('the documented nginx accepts the longest redirect', () => {
  const [, kilobytes] = /proxy_buffer_size (\d+)k;/.exec(text('docs/operate/install.md')) ?? [];
  const longest = encodeURI('🎁'.repeat(MAX_LINK_LENGTH));
  assert.ok(Number(kilobytes) * 1024 > longest.length + 2048, 'with the other headers');
});
