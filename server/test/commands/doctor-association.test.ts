import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Finding } from '../../src/actions/operate/doctor/finding.ts';
import {
  appleAppSiteAssociation,
  assetLinks,
  type Association,
} from '../../src/domain/app/association.ts';
import { callers } from '../../src/http/caller.ts';
import { associationHandler } from '../../src/http/visit/association.ts';
import { certificateFor, type Certificate } from '../certificate.ts';
import { afterAll, ROOT, temporaryFolder } from '../harness.ts';
import { freePort, loadFactor } from '../processes.ts';

// Real TLS servers; the requests come from a separate process that trusts some of their certificates.

const ACTIONS = join(ROOT, 'server/dist/src/actions');
const CHECK = pathToFileURL(join(ACTIONS, 'operate/doctor/association.js')).href;
const LOOKUPS = pathToFileURL(join(ACTIONS, 'outgoing-lookups.js')).href;

const FINGERPRINT = `AA:${'9F:'.repeat(30)}00`;
const SHOP: Association = {
  apple: [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.app' }],
  android: [{ package: 'com.shop.app', sha256_cert_fingerprints: [FINGERPRINT] }],
};
const ONLY_APPLE: Association = { ...SHOP, android: [] };
const LITE: Association = {
  apple: [{ team_id: 'ABCDE12345', bundle_id: 'com.shop.lite' }],
  android: [
    {
      package: 'com.shop.app',
      sha256_cert_fingerprints: [FINGERPRINT, FINGERPRINT.replace('AA', 'BB')],
    },
  ],
};

const trusted = certificateFor('127.0.0.1');
const trustedElsewhere = certificateFor('go.shop.example');
const trustedOnce = certificateFor('127.0.0.1', 0);
const unknown = certificateFor('127.0.0.1');
const folder = temporaryFolder();
const TRUSTED = join(folder, 'trusted.pem');
writeFileSync(TRUSTED, [trusted, trustedElsewhere, trustedOnce].map(({ cert }) => cert).join(''));

const servers: Server[] = [];

async function serve(answer: RequestListener, certificate: Certificate = trusted): Promise<string> {
  const server: Server = createServer({ ...certificate }, answer);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const PATHS = { linkPath: '', basePath: '' };
const json = { 'content-type': 'application/json' };
const shop: RequestListener = (request, response) =>
  void associationHandler(
    () => SHOP,
    () => PATHS,
    callers([], false),
  )(request, response);
const status =
  (code: number, headers = {}): RequestListener =>
  (_request, response) =>
    void response.writeHead(code, headers).end();
const body =
  (text: string | Buffer, headers: Record<string, string> = json): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, headers).end(text);

interface Case {
  readonly name: string;
  readonly at: () => Promise<string>;
  readonly expected?: Association;
  /** Level, message and fix, for the file for Apple and the one for Android. */
  readonly found: readonly (readonly [Finding['level'], RegExp, RegExp?])[];
}

const both = (...found: Case['found'][number]): Case['found'] => [found, found];

const CASES: readonly Case[] = [
  {
    name: 'reports no problem for responses of the service',
    at: () => serve(shop),
    found: [
      ['ok', /\/apple-app-site-association lists ABCDE12345\.com\.shop\.app$/],
      ['ok', /\/assetlinks\.json lists com\.shop\.app signed with AA:9F/],
    ],
  },
  {
    name: 'accepts compression and a character set',
    at: () =>
      serve(
        body(gzipSync(appleAppSiteAssociation(SHOP, PATHS) ?? ''), {
          'content-type': 'application/json; charset=utf-8',
          'content-encoding': 'gzip',
        }),
      ),
    expected: ONLY_APPLE,
    found: [['ok', /lists/]],
  },
  {
    name: 'accepts the older format of other services',
    at: () =>
      serve(body('{"applinks":{"apps":[],"details":[{"appID":"ABCDE12345.com.shop.app"}]}}')),
    expected: ONLY_APPLE,
    found: [['ok', /lists/]],
  },
  {
    name: 'sends no request without apps',
    at: () => serve(status(500)),
    expected: { apple: [], android: [] },
    found: [],
  },
  {
    name: 'reports a redirect without following it',
    at: async () => {
      const target = await serve(shop);
      return serve((request, response) =>
        status(301, { location: target + (request.url ?? '') })(request, response),
      );
    },
    found: both('error', /redirects to https:\/\/127.* \(301\)/, /before its rules/),
  },
  {
    name: 'reports HTML instead of JSON',
    at: () => serve(body('<!doctype html>', { 'content-type': 'text/html' })),
    found: both('error', /has the type text\/html, not application\/json/, /pass on the path/),
  },
  {
    name: 'reports a file without a content type',
    at: () => serve(body(assetLinks(SHOP, PATHS) ?? '', {})),
    found: both('error', /has the type no type/),
  },
  {
    name: 'reports invalid JSON',
    at: () => serve(body('{"applinks":')),
    found: both('error', /is not JSON/, /let the service respond/),
  },
  {
    name: 'reports missing apps and keys',
    at: () => serve(shop),
    expected: LITE,
    found: [
      ['error', /does not list ABCDE12345\.com\.shop\.lite$/, /clear the cache/],
      ['error', /does not list com\.shop\.app signed with BB:9F[:0-9F]*$/, /clear the cache/],
    ],
  },
  {
    name: 'reports JSON of another shape',
    at: () => serve(body('[null,{"target":5,"applinks":[]},{"relation":{},"details":null}]')),
    found: both('error', /does not list/),
  },
  {
    name: 'reports a statement with another permission',
    at: () =>
      serve(body((assetLinks(SHOP, PATHS) ?? '').replaceAll('handle_all_urls', 'get_login_creds'))),
    expected: { ...SHOP, apple: [] },
    found: [['error', /does not list com\.shop\.app/]],
  },
  {
    name: 'reports a path that the proxy does not forward',
    at: () => serve(status(404)),
    found: both('error', /returns 404$/, /acme-challenge/),
  },
  {
    name: 'reports a sign-in in front of the file',
    at: () => serve(status(403)),
    found: both('error', /returns 403$/, /bot protection/),
  },
  {
    name: 'reports a proxy without a running service',
    at: () => serve(status(502)),
    found: both('error', /returns 502$/, /that the service runs/),
  },
  {
    name: 'reports a file that is too large for Apple',
    at: () => serve(body(`"${'x'.repeat(128 * 1024)}"`)),
    expected: ONLY_APPLE,
    found: [['error', /is larger than 128 KB/, /separate domains/]],
  },
  {
    name: 'stops reading an endless file',
    at: () =>
      serve((_request, response) => {
        response.writeHead(200, json);
        const more = (): void => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', more);
        more();
      }),
    found: both('error', /is larger than/),
  },
  {
    name: 'does not wait for a server that does not respond',
    at: () => serve(() => undefined),
    found: both('warning', /no response within 5 s/, /firewall/),
  },
  {
    name: 'does not wait for a response that stops in the middle',
    at: () =>
      serve((_request, response) => void response.writeHead(200, json).write('{"applinks":')),
    found: both('warning', /no response within 5 s/),
  },
  {
    name: 'reports an untrusted certificate',
    at: () => serve(shop, unknown),
    found: both('error', /do not trust \(DEPTH_ZERO_SELF_SIGNED_CERT\)/, /public authority/),
  },
  {
    name: 'reports a certificate for another name',
    at: () => serve(shop, trustedElsewhere),
    found: both('error', /do not trust \(ERR_TLS_CERT_ALTNAME_INVALID\)/, /public authority/),
  },
  {
    name: 'reports an expired certificate',
    at: () => serve(shop, trustedOnce),
    found: both('error', /do not trust \(CERT_HAS_EXPIRED\)/, /public authority/),
  },
  {
    name: 'warns if nothing listens',
    at: async () => `https://127.0.0.1:${await freePort()}`,
    found: both('warning', /no response \(ECONNREFUSED\)/, /test from another one: curl -i https/),
  },
  {
    name: 'warns if the name does not resolve, as without a network',
    at: async () => 'https://go.shop.invalid',
    found: both('warning', /no response/, /DNS/),
  },
];

const ANY = '{ isPublicOnly: false }';
const PUBLIC = '{ isPublicOnly: true, lookup: publicLookup([]) }';

/** Runs a function of the doctor for each of `inputs`, in a process with other trusted certificates. */
async function ask(code: string, inputs: unknown): Promise<{ output: unknown; seconds: number }> {
  const begin = performance.now();
  const program = `const { checkAssociation, examineAssociation } = await import('${CHECK}');
    const { publicLookup } = await import('${LOOKUPS}');
    let input = '';
    for await (const chunk of process.stdin) input += chunk;
    process.stdout.write(JSON.stringify(await (${code})(JSON.parse(input))));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: TRUSTED },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  afterAll(() => child.kill('SIGKILL'));
  child.stdin.end(JSON.stringify(inputs));
  let output = '';
  for await (const chunk of child.stdout) output += String(chunk);
  return { output: JSON.parse(output), seconds: (performance.now() - begin) / 1000 };
}

describe('doctor on association files', () => {
  let answers: Finding[][] = [];
  let seconds = 0;

  before(async () => {
    const inputs = await Promise.all(
      CASES.map(async ({ at, expected = SHOP }) => ({ address: await at(), expected })),
    );
    const code = `(all) => Promise.all(all.map((one) => checkAssociation(one.address, one.expected, ${ANY})))`;
    const asked = await ask(code, inputs);
    answers = asked.output as Finding[][];
    seconds = asked.seconds;
  });

  for (const [index, { name, found }] of CASES.entries()) {
    it(name, () => {
      const findings = answers[index] ?? [];
      assert.equal(findings.length, found.length, JSON.stringify(findings));
      for (const [position, [level, what, advice]] of found.entries()) {
        const finding = findings[position];
        assert.equal(finding?.level, level, JSON.stringify(finding));
        assert.match(finding.what, what);
        assert.match(
          finding.what,
          position === 0 && findings.length === 2 ? /apple-app/ : /\/\.well-known\//,
        );
        assert.equal(finding.advice === undefined, level === 'ok');
        if (advice) assert.match(finding.advice ?? '', advice);
      }
    });
  }

  it('ends soon after the time limit for the slowest response', () => {
    assert.ok(seconds < 15 * loadFactor(), `${seconds} s`);
  });

  it('connects only to public addresses on behalf of an owner', async () => {
    let connections = 0;
    const address = await serve(shop);
    for (const server of servers) server.on('connection', () => connections++);
    const { port } = new URL(address);
    const addresses = [address, `https://localhost:${port}`, `https://[::ffff:127.0.0.1]:${port}`];
    const inputs = addresses.map((one) => ({ address: one, expected: ONLY_APPLE }));
    const code = `(all) => Promise.all(all.map((one) => checkAssociation(one.address, one.expected, ${PUBLIC})))`;
    const { output } = await ask(code, inputs);
    for (const [index, findings] of (output as Finding[][]).entries()) {
      assert.equal(findings.length, 1);
      assert.match(
        findings[0]?.what ?? '',
        /was not checked: the address of this domain is not public$/,
      );
      assert.ok(findings[0]?.what.startsWith(new URL(addresses[index] ?? '').origin));
    }
    assert.equal(connections, 0);
    await ask(code.replace(PUBLIC, ANY), inputs.slice(0, 1));
    assert.equal(connections, 1, 'the test counts connections');
  });

  it('skips addresses that phones do not request', async () => {
    const addresses = [
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://go.shop.example',
      'https://go.shop.example:8443',
    ];
    const inputs = [
      ...addresses.map((address) => ({ address, expected: SHOP })),
      { address: 'http://nothing.example', expected: { apple: [], android: [] } },
    ];
    const each = `(all) => Promise.all(all.map((one) => examineAssociation(one, 'any')))`;
    const { output } = await ask(each, inputs);
    assert.deepEqual(
      (output as Finding[][]).flat().map(({ level, what }) => [level, what]),
      [
        [
          'hint',
          'app links under http://127.0.0.1:8080 were not checked: only this machine can open them',
        ],
        [
          'hint',
          'app links under http://localhost were not checked: only this machine can open them',
        ],
        [
          'warning',
          'app links under http://go.shop.example cannot work: phones use https on port 443',
        ],
        [
          'warning',
          'app links under https://go.shop.example:8443 cannot work: phones use https on port 443',
        ],
      ],
    );
  });
});
