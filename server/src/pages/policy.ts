import { hash } from 'node:crypto';
import type { Code } from './html.ts';

/** What a page contains besides text. */
interface Contents {
  readonly styles: readonly Code[];
  readonly script: Code | undefined;
  readonly hasIcon: boolean;
}

/**
 * Allows exactly the styles and the script of a page, by their hashes, and nothing else: no style attributes and
 * no addresses. A nonce would have to be new in each response; with hashes, equal visitors get equal bytes.
 */
export function contentSecurityPolicy({ styles, script, hasIcon }: Contents): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    ...(hasIcon ? ['img-src data:'] : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const HASHES = new WeakMap<Code, string>();

/** Computed once for each style and script. */
function hashOf(code: Code): string {
  const known = HASHES.get(code);
  if (known !== undefined) return known;
  const made = `'sha256-${hash('sha256', code.toString(), 'base64')}'`;
  HASHES.set(code, made);
  return made;
}
