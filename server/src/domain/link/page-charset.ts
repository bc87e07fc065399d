import { Parser } from 'htmlparser2';

/** Where browsers look for the encoding in a page. */
export const CHARSET_BYTES = 1024;

const LABEL = /charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i;

/** The encoding that a `Content-Type` names. */
export function headerCharset(type: string): string | undefined {
  return LABEL.exec(type)?.[1];
}

/** The encoding that a page names in its first bytes, read as Latin-1. */
export function metaCharset(head: string): string | undefined {
  let found: string | undefined;
  const parser = new Parser({
    onopentag(name, { charset, content = '', 'http-equiv': header = '' }) {
      if (name !== 'meta') return;
      const inContent = header.trim().toLowerCase() === 'content-type';
      found ??= charset?.trim() ?? (inContent ? headerCharset(content) : undefined);
    },
  });
  parser.end(head);
  // If it were true, it could not have been read.
  return found !== undefined && /^utf-?16/i.test(found) ? 'utf-8' : found;
}
