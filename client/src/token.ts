/** Validates a platform token. Throws a `TypeError`; its message never contains the token. */
export function platformToken(token: unknown): string {
  if (/sl_server_/i.test(String(token))) {
    throw new TypeError(
      'This token is secret, for "@smartlink/client/server". Pass that of a platform (sl_web_…).',
    );
  }
  return checkedToken(token);
}

/** Validates a server token. Throws a `TypeError`; its message never contains the token. */
export function serverToken(token: unknown): string {
  const text = checkedToken(token);
  if (/^sl_(?:web|iphone|ipad|universal|android)_/.test(text)) {
    throw new TypeError(
      'createServerClient takes a server token (sl_server_…), and this is the token of a platform. ' +
        'Use it with createClient of "@smartlink/client".',
    );
  }
  return text;
}

function checkedToken(token: unknown): string {
  const text = typeof token === 'string' ? token.trim() : '';
  // Otherwise every request would fail in `fetch`, which looks like a network error.
  if (!/^[!-~]+$/.test(text)) {
    throw new TypeError(
      text
        ? 'token contains white space or a character that is not ASCII: copy it again.'
        : 'token is missing.',
    );
  }
  return text;
}
