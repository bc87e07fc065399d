import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Where the service expects the files. */
const ASSETS = '_assets';

/** Compresses every file at build time, so that no request has to. */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir }) {
      const folder = join(dir ?? 'dist', ASSETS);
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
 * Moves the inline script of index.html, which sends the first requests, behind the module script, which takes
 * longer to load, and before the styles, because scripts wait for styles.
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

/** What the list of links shows after the links: lists to select from, menus, tooltips and the first steps. */
const CONTROLS = new RegExp(
  [
    '/@floating-ui/',
    '/@mantine/hooks/',
    '/@mantine/core/esm/utils/',
    '/@mantine/core/esm/components/(?:Combobox|Floating|FocusTrap|Menu|Paper|Popover|Portal|ScrollArea|Select|Tooltip)/',
    '/dashboard/src/app/menu-lists',
    '/dashboard/src/components/(?:button-menu|hint|shown-tooltip)',
    '/dashboard/src/features/first-steps/step',
    '/dashboard/src/texts/first-steps',
    '/lucide-react/dist/esm/icons/(?:chevron-(?:down|up)|circle|circle-check)\\.',
    '/dashboard/src/features/links/list/(?:filter-fields|tag-filter)',
  ].join('|'),
);

/** What several pages share, without the large parts that few need. */
const COMMON =
  /\/node_modules\/(?:@mantine|@tanstack|lucide-react)\/|\/dashboard\/src\/(?:api|components|lib|texts)\/|\/server\/src\/domain\//;

const SERVICE = 'http://127.0.0.1:8080';
const MANTINE_STYLES = ['src/components/mantine.css', 'src/components/mantine-more.css'];

/** Fails the build if the styles of a bundled Mantine component are not imported. */
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
  // The service can be served under any path: it writes the base into index.html.
  base: './',
  plugins: [react(), codeFirst(), mantineStyles(), compressed()],
  build: {
    target: 'es2022',
    assetsDir: ASSETS,
    // The first browsers with light-dark(); its fallback would ignore the selected theme.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy does not allow data: scripts, and small files cost little.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    // The bundle contains other packages, so it is published with their licenses. The SBOM reads this file too.
    license: { fileName: 'LICENSES.md' },
    rolldownOptions: {
      // One file for everything that the first page needs, and one for its controls: each further file would wait in the queue.
      // What other pages share is one file too, or a page would need up to sixty.
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'controls', test: CONTROLS },
            { name: 'common', test: COMMON, minShareCount: 2 },
          ],
        },
      },
    },
  },
  // For `vite` with a running service, which accepts requests from its own origin only.
  server: { proxy: { '/manage': { target: SERVICE, headers: { origin: SERVICE } } } },
});
