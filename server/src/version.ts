import { createRequire } from 'node:module';

/** Of the package, as `smartlink --version` says it. */
export const VERSION = (createRequire(import.meta.url)('../../package.json') as { version: string })
  .version;
