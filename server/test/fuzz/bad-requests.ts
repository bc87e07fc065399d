import type { RawOptions } from './raw.ts';

/** Bytes that are not a valid HTTP request, with the status of the only response. */
export interface BadRequest {
  readonly name: string;
  readonly pieces: readonly string[];
  readonly status: number;
  readonly options?: RawOptions;
}

const HOST = 'Host: x\r\n';
const GOOD = '{"uri":"a"}';

/** `post` is the beginning of a valid request to create a link, up to the headers of its body. */
export function badRequests(post: string): BadRequest[] {
  const get = (headers: string): string => `GET /health/live HTTP/1.1\r\n${headers}\r\n`;
  const bad = (name: string, text: string, status = 400): BadRequest => ({
    name,
    pieces: [text],
    status,
  });
  return [
    bad('no HTTP at all', 'HELO there\r\n\r\n'),
    bad('a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
    bad('an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    bad('zeros', '\0'.repeat(100)),
    bad('a method that does not exist', `BREW /health/live HTTP/1.1\r\n${HOST}\r\n`),
    bad('a method in small letters', `get /health/live HTTP/1.1\r\n${HOST}\r\n`),
    bad('a version that does not exist', `GET /health/live HTTP/9.9\r\n${HOST}\r\n`),
    bad('no path', `GET HTTP/1.1\r\n${HOST}\r\n`),
    bad('a path without a slash', `GET health HTTP/1.1\r\n${HOST}\r\n`),
    bad('a space in the path', `GET /health live HTTP/1.1\r\n${HOST}\r\n`),
    bad('a control character in the path', `GET /health\x01 HTTP/1.1\r\n${HOST}\r\n`),
    bad('a raw byte in the path', `GET /v2/\xff HTTP/1.1\r\n${HOST}\r\n`),
    bad('no host', get('')),
    bad('a header without a colon', get(`${HOST}Nonsense\r\n`)),
    bad('a header without a name', get(`${HOST}: x\r\n`)),
    bad('a space in front of the colon', get('Host : x\r\n')),
    bad('NUL in a header', get(`${HOST}X: a\0b\r\n`)),
    bad('a header that goes on in the next line', get(`${HOST}X: a\r\n b\r\n`)),
    bad('a bare line feed in a header', get(`${HOST}X: a\rb\r\n`)),
    bad('a header of 20 kB', get(`${HOST}X: ${'a'.repeat(20_000)}\r\n`), 431),
    bad('two thousand headers', get(HOST + 'X-Long-Name: a\r\n'.repeat(2000)), 431),
    bad('a path of 20 kB', `GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${HOST}\r\n`, 431),
    bad('a length that is no number', `${post}Content-Length: x\r\n\r\n${GOOD}`),
    bad('a length below zero', `${post}Content-Length: -1\r\n\r\n${GOOD}`),
    bad('two lengths', `${post}Content-Length: 5\r\nContent-Length: 11\r\n\r\n${GOOD}`),
    bad(
      'a length and chunks',
      `${post}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n${GOOD}\r\n0\r\n\r\n`,
    ),
    bad('an unknown transfer encoding', `${post}Transfer-Encoding: gzip\r\n\r\n${GOOD}`),
    bad('a chunk without a size', `${post}Transfer-Encoding: chunked\r\n\r\nZZ\r\n${GOOD}\r\n`),
    bad(
      'a chunk longer than it says',
      `${post}Transfer-Encoding: chunked\r\n\r\n5\r\n${GOOD}\r\n0\r\n\r\n`,
    ),
    bad(
      'a chunk of a huge size',
      `${post}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n${GOOD}`,
    ),
    {
      name: 'a body that stops in the middle',
      pieces: [`${post}Content-Length: 50\r\n\r\n`, GOOD],
      status: 400,
      options: { close: 'end' },
    },
    {
      name: 'chunks that stop in the middle',
      pieces: [`${post}Transfer-Encoding: chunked\r\n\r\nb\r\n`, GOOD],
      status: 400,
      options: { close: 'end' },
    },
  ];
}
