import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { basename, join, relative } from 'node:path';
import { ROOT, temporaryFolder } from '#server/test/harness.ts';

/**
 * The part of the Dockerfile syntax that deploy/Dockerfile uses. `build` runs the steps in plain
 * folders.
 */

export interface Instruction {
  readonly name: string;
  /** The arguments of the instruction, joined to one line. */
  readonly text: string;
}

export interface Stage {
  readonly image: string;
  readonly name: string;
  readonly steps: readonly Instruction[];
}

export function readDockerfile(path: string): Stage[] {
  const stages: { image: string; name: string; steps: Instruction[] }[] = [];
  const lines = readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .join('\n')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n');
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === '') throw new Error(`${path}: ${line}`);
    if (name !== 'FROM') {
      stages.at(-1)?.steps.push({ name, text });
      continue;
    }
    const [, image = '', as = ''] = /^(?:--platform=\S+ )?(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
    stages.push({ image, name: as, steps: [] });
  }
  return stages;
}

/**
 * The arguments of `COPY`: the source stage (none: the repository), the sources, and the target.
 */
export function readCopy(text: string): { from?: string; sources: string[]; target: string } {
  const words = text.split(' ');
  const options = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const from = options.find((option) => option.startsWith('--from='))?.slice('--from='.length);
  return {
    ...(from === undefined ? {} : { from }),
    sources: paths.slice(0, -1),
    target: paths.at(-1) ?? '',
  };
}

/**
 * Returns whether .dockerignore lets a path of the repository into the image. The last matching
 * line decides.
 */
export function isIncluded(path: string): boolean {
  let included = true;
  for (const line of readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const pattern = line.replace(/^!/, '');
    const matches = pattern.startsWith('**/*')
      ? path.endsWith(pattern.slice('**/*'.length))
      : pattern === '*' || path === pattern || path.startsWith(`${pattern}/`);
    if (matches) included = line.startsWith('!');
  }
  return included;
}

/** The arguments of the last instruction with this name in a stage. */
export function last(stage: Stage, name: string): string {
  return stage.steps.findLast((step) => step.name === name)?.text ?? '';
}

export function environmentOf(stage: Stage): Record<string, string> {
  const pairs = stage.steps
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ text }) => text.split(' '));
  return Object.fromEntries(pairs.map((pair) => pair.split('=') as [string, string]));
}

const FULL_INSTALL = 'npm ci --ignore-scripts';
const WITHOUT_SQLITE = ' && rm -rf node_modules/@photostructure';
const MAKE_DATA_FOLDER = /^mkdir -m 700 (\/\w+) && chown (\d+):(\d+) \1$/;

/** Docker's name for the processor of this machine. */
const THIS_ARCH = process.arch === 'x64' ? 'amd64' : process.arch;

/**
 * Runs the steps of all stages, for an image for the processor `arch`; returns the folder that represents
 * the file system of the last stage.
 */
export function build(stages: readonly Stage[], arch: string = THIS_ARCH): string {
  const folders = new Map<string, string>();
  let root = '';
  for (const stage of stages) {
    root = temporaryFolder();
    chmodSync(root, 0o755);
    folders.set(stage.name, root);
    let here = root;
    for (const { name, text } of stage.steps) {
      if (name === 'WORKDIR') {
        here = join(root, text);
        mkdirSync(here, { recursive: true });
      } else if (name === 'COPY') {
        copy(text, here, root, folders);
      } else if (name === 'RUN') {
        run(text, here, root, arch);
      }
    }
  }
  return root;
}

function copy(
  text: string,
  here: string,
  root: string,
  folders: ReadonlyMap<string, string>,
): void {
  const { from, sources, target } = readCopy(text);
  const base = from === undefined ? ROOT : (folders.get(from) ?? '');
  for (const source of sources) {
    const path = join(base, source);
    const to = join(target.startsWith('/') ? root : here, target);
    const into = !statSync(path).isDirectory() && /(?:^\.|\/)$/.test(target);
    cpSync(path, into ? join(to, basename(path)) : to, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) =>
        from !== undefined || statSync(file).isDirectory() || isIncluded(relative(ROOT, file)),
    });
  }
}

function run(text: string, here: string, root: string, arch: string): void {
  const [, path, uid, gid] = MAKE_DATA_FOLDER.exec(text) ?? [];
  if (text === FULL_INSTALL) {
    // Links the installed packages, which are the same, instead of installing them again.
    for (const workspace of ['', 'client', 'dashboard', 'server']) {
      const packages = join(ROOT, workspace, 'node_modules');
      if (existsSync(packages)) symlinkSync(packages, join(here, workspace, 'node_modules'));
    }
  } else if (path !== undefined) {
    mkdirSync(join(root, path), { mode: 0o700 });
    if (process.getuid?.() === 0) chownSync(join(root, path), Number(uid), Number(gid));
  } else {
    // The image uses Node.js 24. Older versions need the package that this step removes.
    const old = Number(process.versions.node.split('.')[0]) < 24;
    const command = old ? text.replace(WITHOUT_SQLITE, '') : text;
    if (/(?:^|\s)\//.test(command)) throw new Error(`uses a path outside its folder: ${command}`);
    const env = { ...process.env, TARGETARCH: arch };
    execFileSync('sh', ['-c', command], { cwd: here, env, stdio: ['ignore', 'ignore', 'pipe'] });
  }
}
