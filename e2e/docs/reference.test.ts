import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import type { Command } from 'commander';
import { describe, it } from 'node:test';
import { EXIT } from '#server/src/commands/report.ts';
import { program } from '#server/src/commands/program.ts';
import { readConfig, SETTINGS } from '#server/src/config.ts';
import { REFUSED_PREFIXES, REFUSED_SCHEMES } from '#server/src/domain/text/refused-schemes.ts';
import { PROBLEMS } from '#server/src/problems.ts';
import { startService } from '#server/test/harness.ts';
import { GENERATED_PART } from './generated.ts';
import { ourFiles, readPage, sections } from './markdown.ts';

// Everything that exists is documented, and everything that is documented exists.

const ISSUER = 'https://login.shop.example';
const PROVIDER = { OIDC_ISSUER: ISSUER, OIDC_CLIENT_ID: 'smartlink' };
/** Other settings that a setting requires. */
const COMPANIONS: Readonly<Record<string, Record<string, string>>> = {
  DATABASE_REPLICA_URLS: { DATABASE_URL: 'postgres://10.0.0.1/smartlink' },
  TRUST_FORWARDED_HOST: { TRUSTED_PROXIES: 'loopback' },
  OIDC_ISSUER: PROVIDER,
  OIDC_CLIENT_ID: PROVIDER,
  OIDC_CLIENT_SECRET: PROVIDER,
  OIDC_NAME: PROVIDER,
  PASSWORD_SIGN_IN: PROVIDER,
};

/** Files that exist here, for settings whose example is a file of the reader. */
const { resolve } = createRequire(import.meta.resolve('#server/src/config.ts'));
const FILES: Readonly<Record<string, string>> = {
  CLICKS_COUNTRY_FILE: resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb',
  ),
  CLICKS_DATA_CENTER_FILE: '/dev/null',
};

const sorted = (names: Iterable<string>): string[] => [...names].toSorted();

describe('docs/operate/settings.md', () => {
  const page = readPage('docs/operate/settings.md');
  const documented = sections(page, 2);

  it('has every setting and no other', () => {
    assert.deepEqual(sorted(documented.keys()), sorted(Object.keys(SETTINGS)));
  });

  for (const [name, setting] of Object.entries(SETTINGS)) {
    const section = documented.get(name) ?? '';
    const fallback: string = 'fallback' in setting ? setting.fallback : '';
    const documentedDefault = fallback === '' ? 'not set' : `\`${fallback}\``;

    it(`${name} has its default, also in the table`, () => {
      assert.match(section, /^\nDefault: .+\n\n/);
      assert.equal(/^Default: (.+)$/m.exec(section)?.[1], documentedDefault);
      const row = page.lines.find((line) => line.startsWith(`| [\`${name}\`](`)) ?? '';
      assert.equal(row.split('|')[2]?.trim(), documentedDefault);
    });

    it(`${name} has an example that works`, () => {
      const [, variable, value] = /^Example: `(\w+)=(.+)`$/m.exec(section) ?? [];
      assert.equal(variable, name);
      readConfig({ ...COMPANIONS[name], [name]: FILES[name] ?? value });
      assert.notEqual(value, fallback);
    });

    it(`${name}_FILE is ${'secret' in setting ? 'explained' : 'not there'}`, () => {
      const named = new RegExp(`\\b${name}_FILE\\b`).test(page.lines.join('\n'));
      assert.equal(named, 'secret' in setting);
    });
  }
});

describe('docs/operate/security.md', () => {
  it('lists every refused scheme and no other', () => {
    const page = sections(readPage('docs/operate/security.md'), 2);
    const section = page.get('Addresses that links can lead to') ?? '';
    const rows = section.split('\n').filter((line) => line.startsWith('|'));
    const named = rows.flatMap((row) =>
      [...row.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    );
    assert.deepEqual(sorted(named), sorted([...REFUSED_SCHEMES, ...REFUSED_PREFIXES]));
  });
});

describe('docs/errors.md', () => {
  const documented = sections(readPage('docs/errors.md'), 2);

  it('has every code and no other', () => {
    assert.deepEqual(sorted(documented.keys()), sorted(Object.keys(PROBLEMS)));
  });

  for (const [code, { status, title }] of Object.entries(PROBLEMS)) {
    it(`${code} has its status and title, when it comes, and what to do`, () => {
      const section = documented.get(code) ?? '';
      assert.ok(section.startsWith(`\n${status}: ${title}\n\nWhen: `), section);
      assert.match(section, /\n\nWhat to do: /);
    });
  }
});

describe('docs/operate/commands.md', () => {
  const page = readPage('docs/operate/commands.md');
  const documented = sections(page, 2);
  documented.delete('What a command prints');

  const { stdout, stderr } = process;
  const leaves = (command: Command): Command[] =>
    command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
  const pathOf = (command: Command): string =>
    command.parent?.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
  const commands = leaves(
    program({
      stdout,
      stderr,
      environment: {},
      programName: 'smartlink',
      input: () => process.stdin,
    }),
  );

  it('has every command and no other', () => {
    assert.deepEqual(sorted(documented.keys()), sorted(commands.map(pathOf)));
  });

  for (const command of commands) {
    it(`${pathOf(command)} has its options and arguments`, () => {
      const section = documented.get(pathOf(command)) ?? '';
      const rows = [...section.matchAll(/^\| `([^`]+)` +\|/gm)].map((row) => row[1] ?? '');
      // `--json` works for every command and is described once, at the top of the page.
      const flags = command.options.map((option) => option.flags).filter((is) => is !== '--json');
      const names = command.registeredArguments.map((argument) => `<${argument.name()}>`);
      assert.deepEqual(sorted(rows), sorted([...flags, ...names]));
    });

    it(`${pathOf(command)} has an example`, () => {
      const examples = page.fences.filter(({ language }) => language === 'sh');
      const found = examples.some(({ text }) => text.includes(`smartlink ${pathOf(command)}`));
      assert.equal(found, pathOf(command) !== 'serve', 'serve does not exit');
    });
  }

  it('has the exit codes', () => {
    const rows = page.lines.flatMap((line) => {
      const [, code, name] = /^\| `(\d)` +\| `(\w+)` +\|/.exec(line) ?? [];
      return code === undefined || name === undefined ? [] : [[name, Number(code)]];
    });
    assert.deepEqual(Object.fromEntries(rows), EXIT);
  });
});

describe('paths', () => {
  const PATH =
    /(?<![\w.}/<-])\/(?:v\d+|client|manage|health|metrics|dashboard|docs|openapi\.json)\b[\w/:{}$.-]*/g;

  /** The paths of the service in a text, without addresses of other hosts and links to files. */
  function pathsIn(text: string): string[] {
    const own = text
      .replaceAll('http://127.0.0.1:8080', '')
      .replace(/\]\([^)]*\)/g, ']')
      .replace(/\w+:\/\/\S+/g, '');
    return [...own.matchAll(PATH)].map(([path]) => path.replace(/[.:]$/, ''));
  }

  it('of the API are documented, and documented ones exist', async () => {
    const metricsToken = 'a-token-of-prometheus';
    const { url } = await startService({ METRICS_TOKEN: metricsToken });
    const answer = await fetch(`${url}/openapi.json`);
    const { paths } = (await answer.json()) as { paths: Record<string, object> };
    const patterns = Object.keys(paths).map(
      (path) => [path, new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`)] as const,
    );
    const pages = ourFiles('.md').filter((path) => /^README|^docs\/(?!decisions)/.test(path));
    const seen = new Set<string>();
    for (const path of pages) {
      for (const named of pathsIn(readPage(path).lines.join('\n').replace(GENERATED_PART, ''))) {
        const known = patterns.find(([, pattern]) => pattern.test(named));
        if (known && /^docs\/(?:guides|operate)\//.test(path)) seen.add(known[0]);
        if (known) continue;
        const headers = { authorization: `Bearer ${metricsToken}` };
        const { status } = await fetch(url + named, { headers });
        assert.equal(status, 200, `${path} names ${named}`);
      }
    }
    assert.deepEqual(sorted(seen), sorted(Object.keys(paths)));
  });
});
