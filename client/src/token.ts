/** Validates a platform token. Throws a `TypeError`; its message never contains the token. */
export function platformToken(token: unknown): string {
  if (/sl_server_/i.test(String(token))) {
    throw new TypeError(
      'This token is secret: it begins with sl_server_, and it permits everything in your app. ' +
        'Use the token of a platform here (sl_web_…, sl_iphone_…, sl_ipad_…, sl_universal_…, sl_android_…). ' +
        'Server tokens belong on your server, with createServerClient of "@smartlink/client/server". ' +
        'If this one was in an app or a web page that others can read, revoke it.',
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
  if (!text) throw new TypeError('token is missing. Pass a token of your app.');
  // Otherwise every request would fail in `fetch`, which looks like a network error.
  if (!/^[!-~]+$/.test(text)) {
    throw new TypeError('token has a character in it that no token has. Copy it again.');
  }
  return text;
}
