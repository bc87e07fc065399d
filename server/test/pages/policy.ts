import { createHash } from 'node:crypto';

const ELEMENT = /<(style|script)\b([^>]*)>(.*?)<\/\1\s*>/gis;

/** The sources that allow exactly the inline styles or scripts of a page. */
export function hashesIn(html: string, tag: 'style' | 'script'): string[] {
  return [...html.matchAll(ELEMENT)]
    .filter(([, name]) => name?.toLowerCase() === tag)
    .map(([, , , code = '']) => {
      const hash = createHash('sha256').update(code).digest('base64');
      return `'sha256-${hash}'`;
    });
}

/** A page without its styles and scripts. */
export function withoutCode(html: string): string {
  return html.replace(ELEMENT, '');
}

/**
 * Returns an error unless the policy of a visitor page allows exactly the page's styles and scripts, by their
 * hashes, and an icon if it has one.
 */
export function policyIssue(html: string, policy: string | null | undefined): string | undefined {
  const scripts = hashesIn(html, 'script');
  const expected = [
    "default-src 'none'",
    `style-src ${hashesIn(html, 'style').join(' ')}`,
    ...(scripts.length > 0 ? [`script-src ${scripts.join(' ')}`] : []),
    ...(/<img /i.test(html) ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  if (policy !== expected) return `the policy is ${policy}, not ${expected}`;
  const strange = html.match(/<(?:style|script)\b[^>]*>/gi)?.find((tag) => !/^<\w+>$/.test(tag));
  if (strange !== undefined) return `the page has ${strange}`;
  const rest = withoutCode(html).replaceAll(/"[^"]*"/g, '""');
  if (/<script|<style|<[^>]*\s(?:on\w+|style)\s*=/i.test(rest)) return 'the page has other code';
  return undefined;
}
