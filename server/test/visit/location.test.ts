import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { before, describe, test } from 'node:test';
import { codeOf } from '../fuzz/target.ts';
import { startService, type Service } from '../harness.ts';
import { ACCEPTED, FIXED, WITHOUT_EFFECT, TOO_LONG, WRITTEN } from './corpus/locations.ts';
import { createAll, inEveryAddressField } from './creates.ts';
import { plantLinks } from './plant.ts';
import { requestOf } from './visits.ts';

describe('the Location of a redirect', () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });

  /** Sends requests on one connection; returns all received bytes, one per character. */
  const bytesOf = async (requests: readonly string[]): Promise<string> => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.write(requests.join(''));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString('latin1');
  };

  /** Opens a link three times: uncached, cached and with HEAD. Returns the raw responses. */
  const open = async (code: string): Promise<string[]> => {
    const bytes = await bytesOf([
      requestOf(code, 'desktop', false),
      requestOf(code, 'desktop', false),
      requestOf(code, 'desktop', true, 'HEAD'),
    ]);
    return bytes.split(/(?=HTTP\/1\.1 )/);
  };

  const assertRedirect = async (code: string, header: string, sent: string): Promise<void> => {
    const where = JSON.stringify(sent.slice(0, 200));
    const answers = await open(code);
    assert.equal(answers.length, 3, where);
    for (const answer of answers) {
      // Only these lines, in ASCII, and nothing after the empty line.
      assert.match(
        answer,
        /^HTTP\/1\.1 302 Found\r\n(?:[A-Za-z-]+: [\x20-\x7e]+\r\n)+\r\n$/,
        where,
      );
      const lines = answer.trimEnd().split('\r\n').slice(1);
      const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
      assert.ok(
        names.every((name) => NAMES.has(name)),
        `${where}: ${names.join()}`,
      );
      assert.equal(new Set(names).size, names.length, `${where}: ${names.join()}`);
      assert.ok(lines.includes(`Location: ${header}`), `${where}: ${answer}`);
      assert.ok(lines.includes('Content-Length: 0'), where);
    }
  };

  test('has a corpus without duplicates', () => {
    const all = [
      ...WRITTEN.map(([sent]) => sent),
      ...ACCEPTED,
      ...FIXED,
      ...WITHOUT_EFFECT,
      ...TOO_LONG,
    ];
    assert.equal(new Set(all).size, all.length);
    assert.ok(all.length >= 300, `${all.length}`);
  });

  const accepted = [...WRITTEN, ...ACCEPTED.map((sent) => [sent, new URL(sent).href] as const)];

  test('is the address that was sent, serialized again', async () => {
    const made = await createAll(
      service,
      accepted.map(([sent]) => inEveryAddressField(sent)),
    );
    for (const [index, answer] of made.entries()) {
      const [sent, header] = accepted[index] as (typeof accepted)[number];
      assert.equal(answer.status, 201, `${sent}: ${answer.text}`);
      assert.equal(header, new URL(sent).href);
      await assertRedirect(codeOf(answer), header, sent);
    }
  });

  test('is the stored address, serialized again', async () => {
    const texts = [...accepted.map(([sent]) => sent), ...FIXED];
    const codes = await plantLinks(
      service,
      texts.map((link) => ({ web: { link, fallback: '' } })),
    );
    for (const [index, sent] of texts.entries()) {
      await assertRedirect(codes[index] ?? '', new URL(sent).href, sent);
    }
  });

  const assertNotFound = async (code: string, sent: string): Promise<void> => {
    for (const answer of await open(code)) {
      const where = `${JSON.stringify(sent.slice(0, 200))}: ${answer.slice(0, 500)}`;
      assert.match(
        answer,
        /^HTTP\/1\.1 404 Not Found\r\n(?:[A-Za-z-]+: [\x20-\x7e]+\r\n)+\r\n/,
        where,
      );
      assert.doesNotMatch(answer, /^(?:location|refresh|set-cookie):/im, where);
    }
  };

  test('rejects characters that an address cannot contain', async () => {
    const bodies = [
      ...[...FIXED, ...WITHOUT_EFFECT].map(inEveryAddressField),
      // Together they would make the body too long, which is another error.
      ...TOO_LONG.map((uri) => ({ uri })),
    ];
    for (const [index, { status, text }] of (await createAll(service, bodies)).entries()) {
      assert.equal(status, 422, `${JSON.stringify(bodies[index]?.uri)}: ${text}`);
    }
  });

  test('is missing if the address cannot be parsed or is too long', async () => {
    const texts = [...WITHOUT_EFFECT, ...TOO_LONG];
    const codes = await plantLinks(
      service,
      texts.map((link) => ({ web: { link, fallback: link } })),
    );
    for (const [index, code] of codes.entries()) await assertNotFound(code, texts[index] ?? '');
  });
});

/** All headers that a redirect may have. */
const NAMES = new Set(
  (
    'location cache-control referrer-policy x-content-type-options x-robots-tag content-length ' +
    'date connection keep-alive'
  ).split(' '),
);
