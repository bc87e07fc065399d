import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { afterAll, ROOT, temporaryFolder } from '#server/test/harness.ts';
import { eventually } from '#server/test/processes.ts';
import { exists } from '../docs/markdown.ts';
import { assertSettings, GRACE_SECONDS, text } from './deployment.ts';

/** The assignments in a unit file or an environment file. */
function assignments(path: string): [name: string, value: string][] {
  return text(path)
    .split('\n')
    .flatMap((line) => {
      const [, name, value] = /^#?(\w+)=(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    });
}

describe('deploy/smartlink.service', () => {
  const unit = new Map(assignments('deploy/smartlink.service'));

  it('starts the program that a build makes, and waits until it has stopped', () => {
    const [, program = ''] =
      /^\/usr\/bin\/node \/opt\/smartlink\/(\S+) serve$/.exec(unit.get('ExecStart') ?? '') ?? [];
    assert.ok(exists(program), program);
    assert.ok(Number(unit.get('TimeoutStopSec')) > GRACE_SECONDS.sqlite);
    assert.equal(unit.get('WorkingDirectory'), `/var/lib/${unit.get('StateDirectory')}`);
    assert.equal(
      unit.get('KillMode'),
      'mixed',
      'workers are stopped by the process that started them',
    );
    assert.equal(unit.get('MemoryDenyWriteExecute'), 'no');
  });

  it('permits the sockets that the service and Node.js open', () => {
    const families = unit.get('RestrictAddressFamilies')?.split(' ').toSorted();
    // Fastify lists the addresses of the machine if it listens on 0.0.0.0: this needs AF_NETLINK.
    assert.deepEqual(families, ['AF_INET', 'AF_INET6', 'AF_NETLINK', 'AF_UNIX']);
  });

  it('lets only its own user read what it writes', () => {
    assert.equal(unit.get('UMask'), '0077');
    assert.equal(unit.get('StateDirectoryMode'), '0700');
  });

  it('has an example of its settings that is valid', () => {
    const settings = assignments('deploy/smartlink.env');
    assert.ok(unit.get('EnvironmentFile')?.endsWith('/smartlink.env'));
    assertSettings(Object.fromEntries(settings), 'deploy/smartlink.env');
  });

  it('has a program that runs commands as the same user, with the same settings', () => {
    const tools = temporaryFolder();
    const stub = '#!/bin/sh\nprintf "%s\\0" "$@"\n';
    writeFileSync(join(tools, 'systemd-run'), stub, { mode: 0o755 });
    const args = ['link', 'create', 'https://shop.example/$5?a=${B}', '--name', "Ada's  shop", ''];
    const printed = execFileSync('sh', [join(ROOT, 'deploy/smartlink.sh'), ...args], {
      encoding: 'utf8',
      env: { PATH: `${tools}:${process.env.PATH}` },
    });
    const received = printed.split('\0').slice(0, -1);
    const [node = '', main = ''] = unit.get('ExecStart')?.split(' ') ?? [];
    const at = received.indexOf(node);
    const options = received.slice(0, at);
    for (const option of [
      // Without a terminal.
      '--pipe',
      '--wait',
      `--uid=${unit.get('User')}`,
      `--gid=${unit.get('Group')}`,
      `--working-directory=${unit.get('WorkingDirectory')}`,
      `--property=EnvironmentFile=${unit.get('EnvironmentFile')}`,
      `--property=UMask=${unit.get('UMask')}`,
    ]) {
      assert.ok(options.includes(option), option);
    }
    // systemd makes one of two `$`.
    const kept = received.slice(at).map((one) => one.replaceAll('$$', '$'));
    assert.deepEqual(kept, [node, main, ...args]);
    assert.ok(received.includes('https://shop.example/$$5?a=$${B}'));
  });

  it('has a program that refuses variables which the command would not receive', () => {
    const tools = temporaryFolder();
    const stub = '#!/bin/sh\necho started\n';
    writeFileSync(join(tools, 'systemd-run'), stub, { mode: 0o755 });
    const names = ['DATABASE_URL', 'DATABASE_URL_FILE', 'CLICKS_URL', 'CLICKS_URL_FILE'];
    for (const name of [...names, 'PGPASSWORD']) {
      const ran = spawnSync('sh', [join(ROOT, 'deploy/smartlink.sh'), 'restore', 'monday'], {
        encoding: 'utf8',
        env: { PATH: `${tools}:${process.env.PATH}`, [name]: 'sqlite:drill.db' },
      });
      assert.deepEqual([ran.status, ran.stdout], [2, ''], name);
      const file = unit.get('EnvironmentFile')?.slice(1);
      assert.ok(ran.stderr.startsWith(`smartlink: ${name} is set in this shell`), ran.stderr);
      assert.ok(ran.stderr.includes(` ${file}.\n`), ran.stderr);
      const program = unit.get('ExecStart')?.replace(/ serve$/, '');
      assert.ok(ran.stderr.includes(` runuser -u ${unit.get('User')} -- ${program} `), ran.stderr);
      assert.ok(!ran.stderr.includes('drill.db'), 'it can contain a password');
    }
  });

  it('has a program that stops the command at a signal, without a terminal', async () => {
    const tools = temporaryFolder();
    const stub = (name: string, commands: string): void =>
      writeFileSync(join(tools, name), `#!/bin/sh\n${commands}\n`, { mode: 0o755 });
    // The second argument is `--unit`. Ends if the unit is stopped, or the folder removed.
    const wait = 'while [ -e "$0" ] && [ ! -e "$0.${2#--unit=}" ]; do sleep 0.05; done';
    stub('systemd-run', `cat\n${wait}\nexit "$CODE"`);
    stub('systemctl', '[ "$1" = stop ] && : > "${0%/*}/systemd-run.$2"');
    for (const [signal, code, expected] of [
      ['SIGINT', 7, 7],
      // systemd-run returns 0 if SIGTERM ended the command.
      ['SIGTERM', 0, 128 + 15],
      ['SIGHUP', 0, 128 + 1],
    ] as const) {
      const child = spawn('sh', [join(ROOT, 'deploy/smartlink.sh'), 'apply', '-'], {
        env: { PATH: `${tools}:${process.env.PATH}`, CODE: String(code) },
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      afterAll(() => child.kill('SIGKILL'));
      const closed = once(child, 'close');
      let stdout = '';
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stdin.end('a file');
      await eventually('the command has read the file', () => stdout === 'a file');
      child.kill(signal);
      assert.deepEqual(await closed, [expected, null], signal);
    }
  });

  it('has a program that does not succeed after Ctrl+C at a terminal', () => {
    const tools = temporaryFolder();
    // As systemd does: the program after the options, with $ for $$. The command of this test ends by SIGINT.
    const run = `#!/bin/sh
while [ "\${1#-}" != "$1" ]; do shift; done
[ "$1 $2 $4 $5" = '/bin/sh -c sh /usr/bin/node' ] || exit 1
exec "$1" "$2" "$(printf '%s' "$3" | sed 's/\\$\\$/$/g')" "$4" sh -c 'kill -INT $$'
`;
    writeFileSync(join(tools, 'systemd-run'), run, { mode: 0o755 });
    const command = `sh ${join(ROOT, 'deploy/smartlink.sh')} backup monday`;
    const ran = spawnSync('script', ['-qec', command, '/dev/null'], {
      encoding: 'utf8',
      env: { PATH: `${tools}:${process.env.PATH}` },
    });
    assert.equal(ran.status, 128 + 2, ran.stdout);
  });

  const skip = !existsSync('/usr/bin/systemd-analyze') && 'needs systemd-analyze';
  it('is accepted by systemd-analyze', { skip }, () => {
    // The programs and paths that the unit names do not have to exist on this machine.
    const file = join(temporaryFolder(), 'smartlink.service');
    const here = text('deploy/smartlink.service').replace('/usr/bin/node', process.execPath);
    writeFileSync(file, here.replaceAll(/^(User|Group)=.*$/gm, '$1=root'));
    const output = execFileSync('systemd-analyze', ['verify', '--man=no', file], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    assert.equal(output, '');
  });
});
