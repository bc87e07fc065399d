import { execFile } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { ROOT, temporaryFolder } from '#server/test/harness.ts';
import { readPage } from '../docs/markdown.ts';

/** A TypeScript block in the documentation of the SDK. */
export interface Example {
  /** The file and line, for example `client/src/client.ts:136`. */
  readonly place: string;
  readonly text: string;
}

const PAGES = ['README.md', 'client/README.md', 'docs/guides/redeeming.md'];

/** Returns the examples in the pages and in the doc comments of all published files. */
export function allExamples(): Example[] {
  const fences = PAGES.flatMap((page) =>
    readPage(page)
      .fences.filter(({ language }) => language === 'ts')
      .map(({ line, text }) => ({ place: `${page}:${line}`, text })),
  );
  const shipped = readdirSync(join(ROOT, 'client/src')).filter(
    (name) => !name.endsWith('.test.ts'),
  );
  return [...fences, ...shipped.toSorted().flatMap((name) => inComments(`client/src/${name}`))];
}

function inComments(path: string): Example[] {
  const examples: Example[] = [];
  let open: { line: number; lines: string[] } | undefined;
  for (const [index, line] of readFileSync(join(ROOT, path), 'utf8').split('\n').entries()) {
    const [, text] = /^\s*\* ?(.*)$/.exec(line) ?? [];
    if (text === undefined) open = undefined;
    else if (text.startsWith('```')) {
      if (open) examples.push({ place: `${path}:${open.line}`, text: open.lines.join('\n') });
      open = text === '```ts' ? { line: index + 2, lines: [] } : undefined;
    } else open?.lines.push(text);
  }
  return examples;
}

/** The platform packages that examples import, and the stubs that replace them here. */
const STUBS = {
  '@capacitor/app': 'capacitor-app',
  '@react-native-async-storage/async-storage': 'async-storage',
  'expo-crypto': 'expo-crypto',
  'expo-linking': 'expo-linking',
  'react-native': 'react-native',
  'react-native-get-random-values': 'react-native-get-random-values',
};

const COMPILER_OPTIONS = {
  target: 'es2022',
  lib: ['es2022', 'dom'],
  module: 'nodenext',
  types: [],
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  noImplicitReturns: true,
  noUnusedLocals: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  // The published types must compile without errors.
  skipLibCheck: false,
  rootDir: 'shown',
  outDir: 'compiled',
};

/** A TypeScript project with all examples, as a user of the SDK would set it up. */
export interface Project {
  /** Compiles the project; returns the compiler errors. */
  compile(): Promise<string>;
  /** The compiled code of an example. */
  compiled(example: Example): string;
  /** Writes a program into the project; returns its path. */
  write(example: Example, text: string): string;
}

export function startProject(examples: readonly Example[]): Project {
  const folder = temporaryFolder();
  const names = new Map(
    examples.map((example) => [example, example.place.replace(/\W+/g, '-')] as const),
  );
  for (const made of ['shown', 'run', 'node_modules/@smartlink']) {
    mkdirSync(join(folder, made), { recursive: true });
  }
  symlinkSync(join(ROOT, 'client'), join(folder, 'node_modules/@smartlink/client'), 'junction');
  for (const [name, file] of Object.entries(STUBS)) writeStub(folder, name, file);
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ['shown'] }),
  );
  for (const [{ text }, name] of names) writeFileSync(join(folder, 'shown', `${name}.ts`), text);
  const file = (example: Example): string => `${names.get(example)}.js`;
  return {
    compile: () => tsc(folder),
    compiled: (example) => readFileSync(join(folder, 'compiled', file(example)), 'utf8'),
    write(example, text) {
      const path = join(folder, 'run', file(example));
      writeFileSync(path, text);
      return path;
    },
  };
}

/** Compiles a TypeScript project; returns the compiler errors. */
export async function tsc(folder: string): Promise<string> {
  const program = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    await promisify(execFile)(process.execPath, [program, '-p', folder], { timeout: 300_000 });
    return '';
  } catch (error) {
    const { stdout, message } = error as Error & { stdout?: string };
    return stdout || message;
  }
}

/** Creates a package from a stub and its types. */
function writeStub(folder: string, name: string, file: string): void {
  const home = join(folder, 'node_modules', name);
  mkdirSync(home, { recursive: true });
  const manifest = { name, type: 'module', exports: './index.js' };
  writeFileSync(join(home, 'package.json'), JSON.stringify(manifest));
  for (const [from, to] of [
    [file, 'index'],
    ['device', 'device'],
  ] as const) {
    const source = readFileSync(join(ROOT, `e2e/sdk/stubs/${from}.ts`), 'utf8');
    const { outputText } = ts.transpileDeclaration(source, {
      compilerOptions: { target: ts.ScriptTarget.ES2022 },
    });
    writeFileSync(
      join(home, `${to}.d.ts`),
      outputText.replaceAll("'./device.ts'", "'./device.js'"),
    );
    copyFileSync(join(ROOT, `e2e/dist/sdk/stubs/${from}.js`), join(home, `${to}.js`));
  }
}
