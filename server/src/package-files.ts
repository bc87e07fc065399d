import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// This file stays at the top of `src/`: compiled, it has the same depth in the package as the bundled program.

/** The program itself. */
export const MAIN = fileURLToPath(new URL('./main.js', import.meta.url));

/** The folder of the migrations, with one folder for each engine. */
export const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/** The script that web sites include. */
export const SMART_BANNER = fileURLToPath(new URL('../../assets/smart-banner.js', import.meta.url));

/** Whether this is a checkout: a published package and the image have no source. */
export const IS_CHECKOUT = existsSync(new URL('../../src', import.meta.url));
