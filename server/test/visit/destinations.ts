import type { IncomingHttpHeaders } from 'node:http';
import { parse, type DefaultTreeAdapterTypes } from 'parse5';
import { isRefused } from '../fuzz/bad-addresses.ts';

/** Starts a service behind a proxy on loopback, with two apps that have a host each. */
const FOLLOWED = new Set(
  (
    'href src action formaction data poster background cite codebase longdesc manifest ping ' +
    'archive classid icon xlink:href'
  ).split(' '),
);
/** `fetch` would set `Host` itself. */
const ADDRESS_META = /url|image|video|audio|player|app-argument|site$/i;

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** This also works while the database is unavailable. */
export function destinationsOf(base: string, headers: IncomingHttpHeaders, html: string): string[] {
  const found: string[] = [];
  const add = (text: string | undefined, against?: string): void => {
    if (text !== undefined && URL.canParse(text, against)) found.push(new URL(text, against).href);
  };
  add(headers.location, base);
  add(headers['content-location'], base);
  add(refreshOf(String(headers['refresh'] ?? '')), base);
  for (const [, target] of String(headers['link'] ?? '').matchAll(/<([^>]*)>/g)) add(target, base);
  const visit = (node: Node): void => {
    if ('tagName' in node) {
      for (const [text, against] of addressesOf(node, base)) add(text, against);
    }
    // The content of a template is not among its children.
    if ('content' in node) visit(node.content);
    if ('childNodes' in node) node.childNodes.forEach(visit);
  };
  visit(parse(html));
  return found;
}

function addressesOf(
  { tagName, attrs }: Element,
  base: string,
): [text: string, against?: string][] {
  const attribute = (name: string): string =>
    attrs.find((one) => one.name.toLowerCase() === name)?.value ?? '';
  return attrs.flatMap(({ name, value, prefix }): [string, string?][] => {
    const whole = (prefix ? `${prefix}:${name}` : name).toLowerCase();
    if (FOLLOWED.has(whole)) return [[value, base]];
    if (whole === 'srcset')
      return value.split(',').map((one) => [one.trim().split(' ')[0] ?? '', base]);
    if (whole === 'srcdoc') return destinationsOf(base, {}, value).map((href) => [href]);
    // `og:title` is not an address.
    if (tagName === 'meta' && (whole === 'property' || whole === 'name')) return [];
    if (tagName !== 'meta' || whole !== 'content') return [[value]];
    if (attribute('http-equiv') !== '') return [[refreshOf(value) ?? value, base]];
    if (ADDRESS_META.test(attribute('property') + attribute('name'))) return [[value, base]];
    return value.split(/,\s*(?:app-argument=)?/).map((part) => [part]);
  });
}

/**
 * Every address that a response leads to, resolved against `base`: from the headers, and from every
 * attribute of the page that looks like an address.
 */
function refreshOf(text: string): string | undefined {
  return /^[\s\d.]*[;,\s]\s*(?:url\s*=\s*)?["']?(.*?)["']?\s*$/is.exec(text)?.[1];
}

/** Whether a browser that follows the address runs and reads nothing, and shows only real hosts. */
export function isHarmless(address: string): boolean {
  if (!URL.canParse(address)) return true;
  const { protocol, username, password } = new URL(address);
  if (protocol === 'intent:') return isOwnIntent(address);
  return !isRefused(protocol) && username === '' && password === '';
}

const INTENT =
  /^intent:\/\/[^#]*#Intent;scheme=([^;]+);(?:package=[\w.]+;)?(?:S\.browser_fallback_url=([^;#]*);)?end$/;

/** Whether it is an intent that the service builds, without a refused scheme. */
function isOwnIntent(address: string): boolean {
  const [whole, scheme, fallback = ''] = INTENT.exec(address) ?? [];
  return (
    whole !== undefined && !isRefused(`${scheme}:`) && isHarmless(decodeURIComponent(fallback))
  );
}
