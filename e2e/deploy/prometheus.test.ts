import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { parse } from 'yaml';
import { ROOT, startService, temporaryFolder } from '#server/test/harness.ts';

const FOLDER = join(ROOT, 'deploy/prometheus');
const TOKEN = 'a-token-of-prometheus';

interface Rule {
  readonly expr: string;
}

interface Panel {
  readonly id: number;
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

function expressions(): string[] {
  const { groups } = parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] };
  const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
  return [
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
    ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ];
}

describe('deploy/prometheus', () => {
  let text: string;
  before(async () => {
    const service = await startService({
      METRICS_TOKEN: TOKEN,
      BACKUP_FOLDER: join(temporaryFolder(), 'backups'),
    });
    ({ text } = await service.request('GET', '/metrics', { token: TOKEN }));
  });

  it('uses only metrics that the service has', () => {
    const served = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name));
    const used = expressions().flatMap((expr) =>
      [...expr.matchAll(/\b(?:smartlink|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(bucket|sum|count)$/, ''),
      ),
    );
    assert.ok(used.length > 20);
    assert.deepEqual(
      [...new Set(used)].filter((name) => !served.has(name)),
      [],
    );
  });

  it('has a dashboard whose panels have an id and a title of their own', () => {
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    assert.equal(new Set(panels.map(({ title }) => title)).size, panels.length);
  });

  const promtool = findPromtool();
  const skip = promtool === undefined && process.env.CI !== 'true' && 'promtool is not installed';

  const checkRules = (file: string): string => {
    const args = ['check', 'rules', file];
    const ran = spawnSync(promtool ?? 'promtool', args, { encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr + ran.stdout);
    return ran.stdout;
  };

  it('has rules that promtool accepts', { skip }, () => {
    assert.match(checkRules(join(FOLDER, 'alerts.yml')), /SUCCESS: \d+ rules found/);
  });

  it('has a dashboard whose queries promtool accepts', { skip }, () => {
    const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
    // As rules, because that is what promtool reads. Grafana replaces the variables.
    const rules = panels
      .flatMap(({ targets }) => targets)
      .map(({ expr }, index) => ({
        record: `query_${index}`,
        expr: expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', 'a:8080'),
      }));
    const file = join(temporaryFolder(), 'queries.json');
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'queries', rules }] }));
    assert.match(checkRules(file), new RegExp(`SUCCESS: ${rules.length} rules found`));
    assert.ok(rules.every(({ expr }) => !expr.includes('$')));
  });

  it('has alerts that begin and end when they should', { skip }, () => {
    const file = join(ROOT, 'e2e/deploy/alerts.test.yml');
    const ran = spawnSync(promtool ?? 'promtool', ['test', 'rules', file], { encoding: 'utf8' });
    assert.equal(ran.status, 0, ran.stderr + ran.stdout);
    assert.match(ran.stdout, /SUCCESS/);
  });

  it('belongs to metrics that promtool accepts', { skip }, () => {
    const own = text
      .split('\n')
      .filter((line) => /^(# \w+ )?smartlink_/.test(line))
      .join('\n');
    const ran = spawnSync(promtool ?? 'promtool', ['check', 'metrics'], {
      input: `${own}\n`,
      encoding: 'utf8',
    });
    assert.equal(ran.status, 0, ran.stderr + ran.stdout);
  });
});

/** Debian's `promtool`; as root, it is installed if it is missing. Undefined if that is not possible. */
function findPromtool(): string | undefined {
  const exists = (): boolean => spawnSync('promtool', ['--version']).status === 0;
  if (exists()) return 'promtool';
  const script = new URL('../../../scripts/postgres-binaries.js', import.meta.url).href;
  const code = `const { installPackages } = await import(${JSON.stringify(script)}); installPackages(['prometheus']);`;
  spawnSync(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 2, 2] });
  return exists() ? 'promtool' : undefined;
}
