import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { targetOf } from '../../visit/target.ts';
import { parseJson } from '../text/json.ts';
import { newLink, readLinkRequest } from './link.ts';
import { ownAddresses } from './own-address.ts';
import { newAppPlatforms, PLATFORMS } from '../app/platform.ts';
import { Matcher } from '../template/matcher.ts';
import type { Template } from '../template/template.ts';

const own = ownAddresses('https://api.example', 'https://go.example', []);

const hostile = fc.constantFrom(
  ...[
    ['go.example', 'https:', 'https://go.example', '//go.example', 'Xk4TqmPr', '..', '.', '%2e%2e'],
    ['javascript:alert(1)', 'data:text/html,x', 'intent:', 'ms-word:', 'user:secret@', 'user@host'],
    ['@', ':', '/', '//', '\\', '?', '#', ' ', '\t', '', '%', '%00', '%2F', '%40', '\u00ad', 'é'],
    ['shop://', 'about', 'bout', 'http', 'p', '1', 'a', '[', ']', '|', '<', '\ud800'],
  ].flat(),
);
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: hostile }, fc.string({ maxLength: 3 })), { maxLength: 6 })
  .map((pieces) => pieces.join(''));
const uri = fc.oneof(
  text,
  text.map((tail) => `x/${tail}`),
  text.map((tail) => `https://shop.example/${tail}`),
  text.map((tail) => `shop://${tail}`),
);
const pattern = fc.constantFrom(':a', ':a/:b', 'x/:a', 'x/:a/:b', '*a', 'x/*a', ':b/*a');
/** Includes stored settings that are no longer valid: the result must still be safe. */
const routePattern = fc.oneof(
  fc.constantFrom('shop://:a', 'https://go.example/:a', 'https://go.example/q/:a', ':a://x'),
  fc.constantFrom(
    'https://:a',
    ':a',
    'htt:a://x',
    '*a',
    'https://shop.example/:a/:b?q=:a',
    'a:a:x',
  ),
  text,
);
const template = fc
  .tuple(pattern, fc.array(routePattern, { minLength: PLATFORMS.length, maxLength: 5 }))
  .map(([from, links]): Template => {
    const routes = PLATFORMS.map((platform, i) => {
      return [platform, { link: links[i] ?? '', fallback: links.at(-1 - i) ?? '' }] as const;
    });
    return { name: 'made', pattern: from, routes: Object.fromEntries(routes) };
  });
const base = fc.constantFrom('https://shop.example', 'https://go.example', 'shop://', 'a', '');

/** Written from the specification, independently of the tested code. */
function assertGood(url: URL): void {
  assert.doesNotMatch(url.protocol, /^(?:javascript|data|intent|about|ms-.*|chrome.*):$/);
  assert.equal(url.username + url.password, '');
  const ours = /^https?:$/.test(url.protocol) && /^(?:go|api)\.example$/.test(url.host);
  assert.ok(!ours || !/^\/[^/]+\/?$/.test(url.pathname), url.href);
}

describe('any accepted request', () => {
  it('never redirects to a refused scheme, to user info or to this service', () => {
    fc.assert(
      fc.property(uri, fc.option(template), base, (sent, made, joined) => {
        const platforms = newAppPlatforms();
        if (joined !== '') platforms.web = { ...platforms.web, base: joined };
        if (joined !== '') platforms.iphone = { ...platforms.iphone, base: joined };
        const rules = { platforms, matcher: new Matcher(made ? [made] : []) };
        const json = parseJson(JSON.stringify({ uri: sent }));
        if ('issue' in json) return assert.fail(json.issue.detail);
        const parsed = newLink(readLinkRequest(json.json, own), rules, own);
        if ('issues' in parsed) return assert.ok(parsed.issues.length > 0);
        for (const { link, fallback } of Object.values(parsed.link.routes)) {
          for (const address of [link, fallback]) {
            // Stored addresses are valid, and outgoing addresses are checked again.
            if (URL.canParse(address)) assertGood(new URL(address));
            const target = targetOf(address, own);
            if (target) assertGood(new URL(target.href));
          }
        }
      }),
      { numRuns: 3000 },
    );
  });
});
