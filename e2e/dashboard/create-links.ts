import assert from 'node:assert/strict';
import type { Service } from '#server/test/harness.ts';

/** Links of one request. */
const LINKS_AT_A_TIME = 500;

/** Creates links one after the other. Many requests at once could be refused. */
export async function createLinks(service: Service, links: readonly object[]): Promise<void> {
  for (let at = 0; at < links.length; at += LINKS_AT_A_TIME) {
    const some = links.slice(at, at + LINKS_AT_A_TIME);
    const body = { links: some };
    const { status, json, text } = await service.request('POST', '/manage/v1/smartlinks/bulk', {
      body,
    });
    assert.equal(status, 200, text);
    assert.equal(json.created, some.length, text);
  }
}
