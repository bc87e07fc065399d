import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as oidc from 'openid-client';
import { reasonsOf } from './failure.ts';

describe('why a sign-in failed, in the log', () => {
  it('has no address of a person or a machine', () => {
    const cause = {
      error: 'invalid_client',
      error_description: 'ada@shop.example is blocked from 203.0.113.77',
    };
    const response = new Response(null, { status: 400 });
    const refused = new oidc.ResponseBodyError('server responded with an error', {
      cause,
      response,
    });
    const lost = Object.assign(new Error('connect ECONNREFUSED 203.0.113.77:443'), {
      code: 'ECONNREFUSED',
    });
    const [first, second] = [reasonsOf(refused).join(' '), reasonsOf(lost).join(' ')];
    assert.match(first, /invalid_client …@… is blocked from 203\.0\.113…/);
    assert.match(second, /ECONNREFUSED 203\.0\.113…/);
    for (const text of [first, second]) assert.doesNotMatch(text, /ada|shop\.example|\.77/);
  });
});
