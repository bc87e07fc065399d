import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig, type Rolldown } from 'tsdown';

/** Packages that every command loads, with what they depend on. Together they have hundreds of files. */
const INCLUDED_PACKAGES = [
  '@fastify/forwarded',
  '@fastify/proxy-addr',
  'ajv',
  'commander',
  'fast-deep-equal',
  'fast-uri',
  'fastest-levenshtein',
  'ipaddr.js',
  'isbot',
  'json-schema-traverse',
  'lru-cache',
  'nanoid',
  'typebox',
];

/** The files that the service runs as threads and processes, by the names under which it starts them. */
function started(): Record<string, string> {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(
    files
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .flatMap((file) => {
        const source = readFileSync(join('src', file), 'utf8');
        const found = source.matchAll(/(?:new Worker|fork)\(\s*new URL\(\s*'\.\/([\w-]+)\.js'/g);
        return [...found].map(([, name = '']) => [name, join('src', dirname(file), `${name}.ts`)]);
      }),
  );
}

/** Writes the licenses of the included packages to a file beside the program. */
function licenses(): Rolldown.Plugin {
  return {
    name: 'licenses',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.moduleIds : [],
      );
      const folders = new Set(
        modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
      );
      const source = [...folders].toSorted().map(licenseIn).join('\n');
      this.emitFile({ type: 'asset', fileName: 'LICENSES.txt', source });
    },
  };
}

/** Where an escape would mean something else: after a backslash, and in a raw template. */
const NOT_ESCAPABLE = /\\[^\0-\x7f]|String\.raw`[^`]*[^\0-\x7f]/;

/**
 * Escapes all characters beyond ASCII. V8 keeps the source in memory, and a single character beyond Latin-1 doubles its
 * size.
 */
function ascii(): Rolldown.Plugin {
  return {
    name: 'ascii',
    renderChunk(code) {
      const [found] = NOT_ESCAPABLE.exec(code) ?? [];
      if (found !== undefined) throw new Error(`this cannot be escaped: ${found}`);
      return code.replace(/[^\0-\x7f]/g, escaped);
    },
  };
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function licenseIn(folder: string): string {
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
  if (file === undefined) throw new Error(`${folder} has no license`);
  const name = folder.split('/node_modules/').at(-1);
  return `${name}\n\n${readFileSync(join(folder, file), 'utf8')}`;
}

/**
 * The program in a few files, which start in a fraction of the time of the hundreds of its sources. All are in
 * one folder, at the same depth as the compiled `src/`.
 */
// oxlint-disable-next-line import/no-default-export -- how tsdown reads it
export default defineConfig({
  entry: { main: 'src/main.ts', ...started() },
  outDir: 'dist/program',
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  fixedExtension: false,
  minify: false,
  sourcemap: true,
  dts: false,
  logLevel: 'warn',
  deps: { alwaysBundle: INCLUDED_PACKAGES, onlyBundle: INCLUDED_PACKAGES },
  outputOptions: { entryFileNames: '[name].js', chunkFileNames: 'part-[name].js' },
  plugins: [licenses(), ascii()],
});
