import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ENDPOINTS } from '#server/src/http/endpoints.ts';
import { MAX_BODY_BYTES } from '#server/src/http/json-body.ts';
import { MAX_LINK_LENGTH } from '#server/src/domain/text/uri.ts';
import { KEEP_ALIVE_SECONDS, text } from './deployment.ts';

/** The default of `keepalive_timeout` in an upstream. */
const NGINX_KEEP_ALIVE_SECONDS = 60;

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

it('the documented nginx reuses connections, and closes them before the service does', () => {
  const page = text('docs/operate/install.md');
  const [, name] = /^upstream (\w+) \{\n(?: {2}.*\n)*? {2}keepalive \d+;/m.exec(page) ?? [];
  assert.equal(/proxy_pass http:\/\/([^;]+);/.exec(page)?.[1], name ?? 'an upstream');
  for (const line of ['proxy_http_version 1.1;', 'proxy_set_header Connection "";']) {
    assert.ok(page.includes(`    ${line}\n`), line);
  }
  assert.ok(NGINX_KEEP_ALIVE_SECONDS < KEEP_ALIVE_SECONDS);
});
