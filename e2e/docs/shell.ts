import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  afterAll,
  PROGRAM,
  ROOT,
  smartlink,
  smartlinkProcess,
  spawnService,
  temporaryFolder,
} from '#server/test/harness.ts';
import { freePort, loadFactor } from '#server/test/processes.ts';
import { ENGINE, newStore } from '#server/test/store.ts';
import type { Fence } from './markdown.ts';

export const DOCUMENTED_ADDRESS = 'http://127.0.0.1:8080';

export interface Block {
  readonly fence: Fence;
  /** Set if the page shows an error response, so that curl does not fail on it. */
  readonly fails: boolean;
}

export interface Outcome {
  readonly code: number | null;
  /**
   * The standard output of each successful block, with the documented address in place of the real
   * one.
   */
  readonly outputs: readonly string[];
  readonly stderr: string;
}

const END_OF_BLOCK = '\u001e';
const COMMAND_SERVER = fileURLToPath(new URL('command-server.js', import.meta.url));

/** Runs the blocks of one page in order, as a reader would, against a new service. */
export async function runBlocks(blocks: readonly Block[]): Promise<Outcome> {
  const folder = temporaryFolder();
  const tools = temporaryFolder();
  cpSync(join(ROOT, 'examples'), join(folder, 'examples'), { recursive: true });
  mkdirSync(join(folder, 'data'), { mode: 0o700 });
  const DATABASE_URL =
    ENGINE === 'sqlite' ? `sqlite:${join(folder, 'data/smartlink.db')}` : await newStore();
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;

  const service = await spawnService({ DATABASE_URL, PORT: String(port) });
  const separate = blocks.some(replacesDatabase);
  const text = blocks.map(({ fence }) => fence.text).join('\n');
  // A page that makes its own token also makes the app, as the page says.
  const token = /app create --name shop\b|^TOKEN=/m.test(text)
    ? /sl_server_\w+/.exec(service.welcome())?.[0]
    : await shopToken(DATABASE_URL, separate ? smartlinkProcess : smartlink);

  const commands = idle.pop() ?? (await startCommands());
  writeTools(tools, commands.socket, separate);
  const script = [
    'set -euo pipefail',
    ...blocks.map(({ fence, fails }) => {
      const home = join(tools, fails ? 'any-answer' : 'good-answer');
      return `export CURL_HOME='${home}'\n${fence.text.replaceAll(DOCUMENTED_ADDRESS, address)}\nprintf '${END_OF_BLOCK}'`;
    }),
  ];
  writeFileSync(join(tools, 'page.sh'), script.join('\n'));
  const child = spawn('bash', ['--norc', join(tools, 'page.sh')], {
    cwd: folder,
    env: {
      PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
      DATABASE_URL,
      PORT: String(port),
      TOKEN: token,
      PID: String(service.child.pid),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A separate process group, so that a service which a page starts is stopped with it.
    detached: true,
  });
  const end = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // The whole group has already exited.
    }
  };
  afterAll(end);
  const timer = setTimeout(end, 90_000 * loadFactor());
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const closed = once(child, 'close');
  const [code] = (await once(child, 'exit')) as [number | null];
  // Background processes of the page keep the pipes open, so they must be stopped.
  end();
  await closed;
  clearTimeout(timer);
  // A page that failed can have left a command that is still running.
  if (code === 0) idle.push(commands);
  else commands.child.kill();
  await service.stop();
  const outputs = stdout.replaceAll(address, DOCUMENTED_ADDRESS).split(END_OF_BLOCK).slice(0, -1);
  return { code, outputs, stderr };
}

async function shopToken(DATABASE_URL: string, command: typeof smartlink): Promise<string> {
  const made = await command(['app', 'create', '--name', 'shop', '--json'], { DATABASE_URL });
  return (JSON.parse(made.stdout) as { tokens: { server: string } }).tokens.server;
}

/** A process that runs commands, for one page at a time. */
interface Commands {
  readonly child: ChildProcess;
  readonly socket: string;
}

/** Those that no page uses now: the next page needs no time to load the program. */
const idle: Commands[] = [];

async function startCommands(): Promise<Commands> {
  const socket = join(temporaryFolder(), 'commands.sock');
  const child = fork(COMMAND_SERVER, [socket]);
  afterAll(() => {
    idle.length = 0;
    child.kill('SIGKILL');
  });
  await once(child, 'message');
  return { child, socket };
}

/** `restore --force` refuses a database that another process, such as that of the commands, has open. */
function replacesDatabase({ fence }: Block): boolean {
  return /smartlink restore .*--force/.test(fence.text);
}

/**
 * Writes `smartlink` and `npx smartlink` of this build, and settings that make curl fail on errors. `socket`: of the
 * process that runs commands; `separate`: each command has a process of its own, as `serve` has.
 */
function writeTools(folder: string, socket: string, separate: boolean): void {
  const program = `exec '${process.execPath}' '${PROGRAM}' "$@"`;
  const run = `${separate ? '' : '[ "$1" = serve ] && '}${program}
files=$(mktemp -d '${folder}/command.XXXXXX')
printf '%s\\0' "$PWD" "$@" > "$files/arguments"
env -0 > "$files/environment"
case " $* " in *' - '*) cat > "$files/input" ;; esac
curl --disable --silent --show-error --fail --unix-socket '${socket}' --data "$files" http://commands/
cat "$files/stdout"
cat "$files/stderr" >&2
exit "$(cat "$files/code")"
`;
  const script = (name: string, text: string): void =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}`, { mode: 0o755 });
  script('smartlink', run);
  script(
    'npx',
    `[ "$1" = smartlink ] || { echo "npx $1 is not known here" >&2; exit 1; }\nshift\n${run}`,
  );
  for (const [name, options] of [
    ['good-answer', 'silent\nshow-error\nfail-with-body\n'],
    ['any-answer', 'silent\nshow-error\n'],
  ] as const) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, '.curlrc'), options);
  }
}
