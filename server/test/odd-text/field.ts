import type { Sent } from '../fuzz/client.ts';

/** A field of a request. */
export interface Target {
  /** Sent by a signed-in user. */
  readonly cookie: string;
  readonly server: string;
  readonly web: string;
  readonly code: string;
  readonly redemption: string;
}
export type RequestField = (target: Target, text: Buffer) => Sent;

export const json = (token: string) => ({
  authorization: `Token ${token}`,
  'content-type': 'application/json',
});
export const around = (head: string, text: Buffer, tail: string): Buffer =>
  Buffer.concat([Buffer.from(head), text, Buffer.from(tail)]);

export function create(head: string, tail: string): RequestField {
  return ({ server }, text) => {
    const body = around(head, text, tail);
    return { method: 'POST', path: '/v2/smartlinks', headers: json(server), body };
  };
}

export function redeem(
  make: (target: Target) => readonly [head: string, tail: string],
): RequestField {
  return (target, text) => {
    const body = around(make(target)[0], text, make(target)[1]);
    return { method: 'POST', path: '/client/v1/redemptions', headers: json(target.web), body };
  };
}

/** In the path, `…` is replaced by the text in percent escapes; `CODE` and `ID` exist. */
export function path(
  method: string,
  template: string,
  kind: 'server' | 'web' = 'server',
): RequestField {
  return (target, text) => {
    const escaped = text.toString('hex').replace(/../g, '%$&');
    const requestPath = template
      .replace('CODE', target.code)
      .replace('ID', target.redemption)
      .replaceAll('…', escaped);
    return { method, path: requestPath, headers: { authorization: `Token ${target[kind]}` } };
  };
}

/** The part of the text that HTTP can transfer. */
export function header(
  name: string,
  method: string,
  template: string,
  body?: string,
): RequestField {
  return ({ server, code }, text) => ({
    method,
    path: template.replace('CODE', code),
    headers: { ...json(server), [name]: `"${text.toString('latin1').replaceAll('\0', '')}"` },
    body,
  });
}
