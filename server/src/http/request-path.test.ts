import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { originForm, useTargetHost } from './request-path.ts';

describe('a request target in absolute form', () => {
  const hostOf = (url: string): string | undefined => {
    const request = { url, headers: { host: 'header.example' } };
    useTargetHost(request as unknown as IncomingMessage);
    return request.headers.host;
  };

  for (const [target, host, path] of [
    ['/x', 'header.example', '/x'],
    ['//b.example/x', 'header.example', '//b.example/x'],
    ['http://b.example/x?y=http://c.example/', 'b.example', '/x?y=http://c.example/'],
    ['HTTP://B.example:8080?y', 'B.example:8080', '/?y'],
    ['https://b.example', 'b.example', '/'],
    ['http:///x', 'header.example', '/x'],
    ['*', 'header.example', '*'],
    ['ftp://b.example/x', 'header.example', 'ftp://b.example/x'],
  ] as const) {
    it(`${target} has the host ${host} and the path ${path}`, () => {
      assert.equal(hostOf(target), host);
      assert.equal(originForm(target), path);
    });
  }
});
