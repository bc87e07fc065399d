import { defineConfig } from 'tsdown';

// oxlint-disable-next-line import/no-default-export -- how tsdown reads it
export default defineConfig({
  entry: 'src/index.ts',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2018',
  tsconfig: 'tsconfig.build.json',
  fixedExtension: false,
  minify: true,
  sourcemap: true,
  dts: true,
  logLevel: 'warn',
});
