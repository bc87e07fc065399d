import { defineConfig, type UserConfig } from 'tsdown';

/**
 * Readable code with the doc comments of the source, for debuggers and editors; apps minify it with their own
 * code. Each entry is one complete file, which a page can load directly.
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
