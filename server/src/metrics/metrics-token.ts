import { createHash, timingSafeEqual } from 'node:crypto';

/** The text format of Prometheus. The package that writes it has more than a hundred files, so it is not imported here. */
export const METRICS_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Whether an `Authorization` header has the token. The comparison takes the same time for every header. */
export function hasToken(token: string, authorization: string | undefined): boolean {
  const [, sent = ''] = /^(?:Bearer|Token) +(\S+)$/i.exec(authorization ?? '') ?? [];
  return timingSafeEqual(digest(sent), digest(token));
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
