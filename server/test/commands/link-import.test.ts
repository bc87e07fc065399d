import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import { startService } from '../harness.ts';
import { shop } from './import-shop.ts';

const ROUTES = '{"web":{"link":"https://shop.example/x"}}';
const RULES =
  '[{"name":"Germany","when":{"country":["DE"]},"routes":{"web":{"link":"https://shop.example/de"}}}]';

/** Links with every field, and with texts that are hard to write as CSV. */
const REQUESTS = [
  `{"uri":"products/1","external_id":"=1+1","code":"Full1234","name":"'=2","note":"two\\nlines, \\"quoted\\"",
    "tags":["a, b","-c"],"redeem_limit":3,"valid_from":"2026-11-01T00:00:00Z","valid_until":"2099-01-01T00:00:00Z",
    "early_url":"https://shop.example/early","expired_url":"https://shop.example/late",
    "social":{"title":"@title","description":"+d","image":"https://shop.example/i.png"},
    "metadata":{ "n" : 1.50, "s":"ü\\u0007" },"routes":${ROUTES},"rules":${RULES}}`,
  '{"uri":"products/2","external_id":"plain"}',
  '{"uri":"products/3","external_id":"unique","unique":true,"tags":["x","y"]}',
  '{"uri":"products/4","external_id":"without rules","rules":[]}',
  `{"uri":"https://shop.example/?a=1,2","external_id":"${'é'.repeat(200)}","metadata":{"a":[1,"\\r"]}}`,
].map((text) => text.replaceAll(/\n\s*/g, ''));

/** A service on the database of an app, with tokens. */
async function serviceOf({ environment, run }: Awaited<ReturnType<typeof shop>>) {
  const token = async (...kind: string[]): Promise<string> => {
    const { stdout } = await run(['token', 'create', '--app', 'shop', ...kind, '--json']);
    return (JSON.parse(stdout) as { token: string }).token;
  };
  const tokens = { server: await token('--server'), web: await token('--platform', 'web') };
  return startService(environment, {}, { tokens } as CreatedApp);
}

describe('smartlink link import', () => {
  it('warns about web addresses without a scheme, and counts them after the first 20', async () => {
    const { importText } = await shop();
    const rows = Array.from({ length: 23 }, (_, n) => `example.com/${n},`);
    const text = ['uri,redeem_limit', 'products/1,', 'example.com/bad,many', ...rows].join('\n');
    for (const option of [['--dry-run'], []]) {
      const { stdout, stderr } = await importText(text, ...option);
      const lines = stderr.trimEnd().split('\n');
      const [failed = '', first = ''] = lines;
      assert.match(failed, /^smartlink: line 3, redeem_limit: /);
      assert.match(first, /^smartlink: warning: line 4, uri: "example\.com\/0" does not begin/);
      assert.equal(lines.length, 1 + 20 + 1);
      assert.equal(
        lines.at(-1),
        'smartlink: warning: 3 more rows have web addresses without https://',
      );
      assert.match(stdout, /^24 (?:would be )?created, .* 1 failed$/m);
    }
    const json = await importText('{"uri":"example.com/x"}', '--json');
    assert.match(json.stderr, /^smartlink: warning: line 1, uri: .* Did you mean https:[^ ]*\n$/);
    assert.deepEqual(JSON.parse(json.stdout).errors, []);
  });

  for (const format of ['csv', 'ndjson']) {
    it(`creates the same links from an export as ${format}, and changes nothing if repeated`, async () => {
      const from = await shop();
      const made = await from.importText(REQUESTS.join('\n'));
      assert.equal(made.stderr, '');
      assert.equal(made.stdout, '5 created, 0 changed, 0 already match the file, 0 failed\n');
      const text = await from.exported('--format', format);
      const to = await shop();
      const copied = await to.importText(text);
      assert.equal(copied.stdout, made.stdout, copied.stderr);
      const times = /"created_at":"[^"]*"/g;
      const [before, after] = [
        await from.exported('--format', 'ndjson'),
        await to.exported('--format', 'ndjson'),
      ];
      const sorted = (lines: string) => lines.replaceAll(times, '').split('\n').toSorted();
      assert.deepEqual(sorted(after), sorted(before));
      assert.match(after, /"metadata":\{ "n" : 1\.50, "s":"ü\\u0007" \}/);
      const again = await to.importText(text, '--upsert');
      assert.match(
        again.stdout,
        /^0 created, 0 changed, 5 already match the file, 0 failed/,
        again.stderr,
      );
      const conflicts = await to.importText(text);
      assert.equal(conflicts.code, 1);
      assert.equal(conflicts.stderr.trim().split('\n').length, 5, conflicts.stderr);
    });

    it(`does not make unique links of platform tokens those of trusted callers, as ${format}`, async () => {
      const body = { uri: 'products/5', unique: true };
      const from = await shop();
      const source = await serviceOf(from);
      const { code } = await source.create(body);
      const token = source.owner.tokens.web;
      const planted = await source.request('POST', '/v2/smartlinks', { token, body });
      assert.equal(planted.status, 201, planted.text);
      await source.stop();
      const to = await shop();
      const copied = await to.importText(await from.exported('--format', format));
      assert.equal(
        copied.stdout,
        '2 created, 0 changed, 0 already match the file, 0 failed\n',
        copied.stderr,
      );
      const target = await serviceOf(to);
      const found = await target.create(body);
      assert.deepEqual([found.status, found.code], [200, code]);
    });
  }

  it('creates the others if rows fail, and reports line, column and error of each', async () => {
    const { importText, links } = await shop();
    const text = [
      'uri,external_id,tags,redeem_limit,metadata,social_title,unique,valid_until',
      'a,1,,,,,,',
      ',2,"x\n\u0007y",zero,"{""a"":1,,",,yes,soon',
      'b,3,,0,,"a\u0007b",,2026-11-24',
      'c,4',
      'd,1,,,,,,',
      'e,5,"one, two",7,"{""a"":1}",T,TRUE,2099-01-01T00:00:00+01:00',
    ].join('\r\n');
    const ran = await importText(text);
    assert.equal(ran.code, 1);
    assert.equal(ran.stdout, '2 created, 0 changed, 0 already match the file, 4 failed\n');
    const lines = ran.stderr.replaceAll('smartlink: ', '');
    assert.match(lines, /^line 3, metadata: is not JSON/m);
    assert.match(lines, /^line 5, redeem_limit: must be/m);
    assert.match(lines, /^line 5, social_title: contains a control character$/m);
    assert.match(lines, /^line 5, valid_until: must be/m);
    assert.match(lines, /^line 6: has 2 values, but there are 8 columns$/m);
    assert.match(lines, /^line 7, external_id: /m);
    const { tags, redeem_limit, metadata, social, unique, valid_until } = (await links()).get('5');
    assert.deepEqual(
      [tags, redeem_limit, metadata, social, unique, valid_until],
      [['one', 'two'], 7, { a: 1 }, { title: 'T' }, true, '2098-12-31T23:00:00.000Z'],
    );
  });

  it('says which characters a code can have', async () => {
    const { importText } = await shop();
    const ran = await importText('uri,code\na,sale-26\nb,saleA26\n');
    assert.equal(ran.stdout, '1 created, 0 changed, 0 already match the file, 1 failed\n');
    assert.equal(
      ran.stderr,
      'smartlink: line 2, code: must have only letters (A to Z, a to z) and digits\n',
    );
  });

  it('maps and ignores columns; refuses a header that it does not understand', async () => {
    const { importText, links } = await shop();
    const text = 'Long URL,Id,Clicks,smartlink\nhttps://shop.example/a,1,7,x\n';
    const refused = await importText(text);
    assert.equal(refused.code, 2);
    for (const said of [
      /unknown column "Long URL"/,
      /unknown column "Clicks"/,
      /no column "uri"/,
    ]) {
      assert.match(refused.stderr, said);
    }
    const map = ['--map', 'uri=Long URL', '--map', 'external_id=Id', '--ignore', 'Clicks'];
    assert.match((await importText(text, ...map)).stdout, /^1 created/);
    assert.equal((await links()).get('1').uri, 'https://shop.example/a');
    assert.match(
      (await importText('uri,redeemlimit\na,1\n')).stderr,
      /do you mean "redeem_limit"\?/,
    );
    assert.match((await importText('uri,URI\na,b\n')).stderr, /has two columns for uri/);
    assert.match((await importText(text, ...map, '--map', 'note=Text')).stderr, /no column "Text"/);
    assert.equal((await importText(text, '--map', 'url=Id')).code, 2);
    const twice = await importText(text, '--map', 'uri=Id', '--map', 'uri=Clicks');
    assert.equal(twice.code, 2);
    assert.match(twice.stderr, /The field uri already has the column "Id"/);
    const both = ['--map', 'uri=Link', '--map', 'code=Short', '--map', 'external_id=Short'];
    assert.match((await importText('Link,Short\nc,Short123\n', ...both)).stdout, /^1 created/);
    assert.equal((await links()).get('Short123').code, 'Short123');
    const lines = await importText('{"id":"2","uri":"b"}\n', '--map', 'external_id=id');
    assert.match(lines.stdout, /^1 created/, lines.stderr);
    assert.equal(lines.stderr, '');
    const typo = await importText('{"id":"3","uri":"c"}\n', '--map', 'code=Id', '--ignore', 'id');
    assert.equal(typo.stderr, 'smartlink: warning: no line has "Id"\n');
  });

  it('leaves out the routes of exported links if they are ignored', async () => {
    const { importText, exported, links } = await shop();
    await importText(`{"uri":"a","external_id":"1","routes":${ROUTES}}\n`);
    const text = await exported('--format', 'ndjson');
    for (const [index, column] of ['routes', 'requested_routes'].entries()) {
      const id = `copy ${index}`;
      const ran = await importText(
        text.replace('"external_id":"1"', `"external_id":"${id}"`).replace(/"code":"\w+",/, ''),
        '--ignore',
        column,
      );
      assert.equal(ran.stderr, '');
      assert.deepEqual((await links()).get(id).requested_routes, {});
    }
  });

  it('shows with --dry-run what would happen, also for rows that exclude each other', async () => {
    const { importText, links, run } = await shop();
    const rows = Array.from({ length: 450 }, (_, i) => `a/${i},${i % 400},\n`).join('');
    const text = `uri,external_id,code\n${rows}x,500,Code1234\ny,501,Code1234\n`;
    const dry = await importText(text, '--dry-run');
    assert.equal(dry.code, 1);
    assert.match(dry.stdout, /^401 would be created, .* 51 failed$/m, dry.stderr);
    assert.match(dry.stderr, /line 402, external_id: is the external_id of another link$/m);
    assert.match(dry.stderr, /line 453, code: The code "Code1234" is taken\.$/m);
    assert.equal((await links()).size, 0);
    const real = await importText(text, '--json');
    const { errors, ...counts } = JSON.parse(real.stdout) as Record<string, unknown> & {
      errors: object[];
    };
    assert.deepEqual(counts, {
      dry_run: false,
      created: 401,
      updated: 0,
      existing: 0,
      failed: 51,
      last_line: 453,
      complete: true,
    });
    assert.equal(errors.length, 51);
    assert.match((await importText(text, '--dry-run', '--upsert')).stdout, /^0 would be created/);
    const input = 'uri\nfrom standard input\n';
    const piped = await run(['link', 'import', '--app', 'shop', '-'], input);
    assert.match(piped.stdout, /^1 created/);
  });

  it('shows with --dry-run the counts of the import, also for rows that are far from each other', async () => {
    const rows = [
      'products/1,1,Code1111,',
      ...Array.from({ length: 60 }, (_, n) => `products/1,1,Code1111,${n === 30 ? 'Name' : ''}`),
      'same,,,',
      ...Array.from({ length: 120 }, (_, n) => `p/${n},${n},,`),
      'p/0,0,,',
      'p/0,,,Other',
      'x,7,Code1111,',
    ];
    const unique = (row: string) => `${row},${row.startsWith('p/0,') ? 'true' : ''}`;
    const text = `uri,external_id,code,name,unique\n${rows.map(unique).join('\n')}\n`;
    for (const options of [['--upsert'], []]) {
      const { importText } = await shop();
      const [dry, real] = [
        await importText(text, '--dry-run', '--json', ...options),
        await importText(text, '--json', ...options),
      ].map(({ stdout }) => {
        const { dry_run: _, errors, ...counts } = JSON.parse(stdout) as Record<string, object[]>;
        return { ...counts, lines: errors?.map((error) => (error as { line: number }).line) };
      });
      assert.deepEqual(dry, real);
      assert.ok(real && 'existing' in real && Number(real.existing) > 0);
    }
  });

  it('continues after a line', async () => {
    const { importText, links } = await shop();
    const ran = await importText('uri,external_id\na,1\nb,2\nc,3\n', '--after-line', '3');
    assert.match(ran.stdout, /^1 created/);
    assert.deepEqual([...(await links()).keys()], ['3']);
    assert.match((await importText('uri\na\n', '--after-line', '2')).stdout, /^0 created/);
    const behind = await importText('uri\na\nb\n', '--after-line', '99');
    assert.equal(behind.code, 1);
    assert.match(behind.stderr, /--after-line 99 is behind the end: the last row is on line 3$/m);
  });

  it('reads files that spreadsheets change, and shows the values that they write differently', async () => {
    const { importText } = await shop();
    const read = await importText(
      'sep=;\r\nuri;name;redeem_limit\r\na,b;;3\r\n;;\r\nc;;\r\n;;\r\n',
    );
    assert.match(read.stdout, /^2 created, .* 0 failed/, read.stderr);
    const text = 'uri;unique;redeem_limit\na;;1.000\nb;;10,5\nc;yes;1E+05\n';
    assert.deepEqual((await importText(text)).stderr.trimEnd().split('\n'), [
      'smartlink: line 2, redeem_limit: must be a whole number, not "1.000"',
      'smartlink: line 3, redeem_limit: must be a whole number, not "10,5"',
      'smartlink: line 4, unique: must be true or false, not "yes"',
      'smartlink: line 4, redeem_limit: must be a whole number, not "1E+05"',
    ]);
    for (const array of ['[{"uri":"a"},\n{"uri":"b"}]', '[\n{"uri":"a"}\n]']) {
      const ran = await importText(array);
      assert.match(ran.stderr, /the file begins with "\["; NDJSON has one object per line/);
    }
  });

  it('reads what spreadsheets write, and refuses other files with a reason', async () => {
    const { importText, link, folder } = await shop();
    for (const text of [
      '\uFEFFuri;name\r\nä;b\r\n',
      new Uint8Array(Buffer.from('\uFEFFuri\tname\r\nä\tb\r\n', 'utf16le')),
    ]) {
      assert.match((await importText(text)).stdout, /^1 created/);
    }
    const latin = await importText(new Uint8Array(Buffer.from('uri\nä\n', 'latin1')));
    assert.match(latin.stderr, /is not UTF-8/);
    const open = await importText('uri,name\na,b\n"c,d\ne,f\n');
    assert.equal(open.code, 1);
    assert.match(open.stdout, /^1 created, .* 1 failed/);
    assert.match(open.stderr, /line 3: has a quoted value without a closing quote; stopped here$/m);
    assert.match(open.stdout, /stopped; .* --after-line 2$/m);
    assert.match((await importText('')).stderr, /the file is empty/);
    const blank = await importText(' \n'.repeat(200_000));
    assert.match(blank.stderr, /the file begins with too much white space/);
    assert.match(
      (await importText('{"uri":"a"}\n[]\n{\n')).stderr,
      /line 2: must be a JSON object\n.*line 3: is not JSON/,
    );
    const missing = await link('import', join(folder, 'nothing.csv'));
    assert.match(missing.stderr, /cannot be read: ENOENT/);
    assert.equal(missing.code, 1);
  });
});
