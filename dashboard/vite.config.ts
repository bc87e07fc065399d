import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Beside every file its compressed forms, so that no request pays for them. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = join(dir ?? 'dist', 'assets');
      for (const name of readdirSync(folder)) {
        if (!/\.(?:js|css|svg)$/.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(text));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}

/**
 * What the page asks for itself (the script in index.html) goes out behind the code, which takes longer,
 * and before the styles, for which a script would wait.
 */
function codeFirst(): Plugin {
  return {
    name: 'code-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html) =>
        html.replace(/( *<script>.*?<\/script>\n)(.*?)( *<script type="module".*?\n)/s, '$2$3$1'),
    },
  };
}

const SERVICE = 'http://127.0.0.1:8080';
const MANTINE_STYLES = ['src/components/mantine.css', 'src/components/mantine-more.css'];

/** Every component of Mantine that is bundled must have its styles in the list of those that are loaded. */
function mantineStyles(): Plugin {
  return {
    name: 'mantine-styles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const listed = MANTINE_STYLES.map((file) => readFileSync(file, 'utf8')).join('\n');
      const used = Object.values(bundle).flatMap((part) =>
        part.type === 'chunk' ? part.moduleIds : [],
      );
      const names = used.flatMap(
        (id) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1] ?? [],
      );
      const missing = [...new Set(names)].filter(
        (name) =>
          existsSync(stylesOf(name)) && !listed.includes(`@mantine/core/styles/${name}.css'`),
      );
      if (missing.length > 0)
        this.error(`${MANTINE_STYLES.join(' or ')} must have ${missing.join(', ')}`);
    },
  };
}

function stylesOf(component: string): string {
  return createRequire(import.meta.url)
    .resolve('@mantine/core/styles.css')
    .replace(/styles\.css$/, `styles/${component}.css`);
}

// Vite reads this one export.
// oxlint-disable-next-line import/no-default-export
export default defineConfig({
  // Below whatever path the service is served under: it writes the base into index.html.
  base: './',
  plugins: [react(), codeFirst(), mantineStyles(), compressed()],
  build: {
    target: 'es2022',
    // The first that know light-dark(); what is written in its place follows no choice of the theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy has no place for data: scripts, and small files cost little.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // One file for all that the first page needs: each further one would wait its turn on the line.
      output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
    },
  },
  // For `vite` beside a service that runs, which only takes requests from its own origin.
  server: { proxy: { '/manage': { target: SERVICE, headers: { origin: SERVICE } } } },
});
