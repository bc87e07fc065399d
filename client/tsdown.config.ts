import { defineConfig, type UserConfig } from 'tsdown';

/**
 * Readable code, with the doc comments of the source: whoever installs it reads it in a debugger, and
 * minifies it with the rest of the app. Each entry is a file of its own, which a page can load as it is.
 */
const entry = (name: string): UserConfig => ({
  entry: `src/${name}.ts`,
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2018',
  tsconfig: 'tsconfig.build.json',
  fixedExtension: false,
  clean: false,
  minify: false,
  sourcemap: true,
  dts: true,
  logLevel: 'warn',
});

// oxlint-disable-next-line import/no-default-export -- how tsdown reads it
export default defineConfig([entry('index'), entry('server')]);
