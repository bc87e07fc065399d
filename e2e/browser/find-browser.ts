import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The usual program names on Linux and BSD, in order of preference. The headless shell is the same browser without
 * the windows, which take a fifth of the CPU time of a test.
 */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

/**
 * Returns the path of Chromium or Chrome: the file that CHROME names, otherwise one in a usual
 * location.
 */
export function findBrowser(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { CHROME } = environment;
  if (!CHROME) return usualLocations(environment, platform).find(isProgram);
  // If CHROME names a file that cannot be run, no other browser replaces it silently.
  if (!isProgram(CHROME)) throw new Error(`CHROME names a file that cannot be run: ${CHROME}`);
  return CHROME;
}

function usualLocations(environment: Environment, platform: NodeJS.Platform): string[] {
  if (platform === 'win32') {
    return ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
      const folder = environment[name];
      if (!folder) return [];
      return ['Google/Chrome', 'Chromium'].map((kind) =>
        join(folder, kind, 'Application/chrome.exe'),
      );
    });
  }
  const apps = ['/Applications', join(environment.HOME ?? '/', 'Applications')].flatMap((folder) =>
    ['Google Chrome', 'Chromium'].map((app) =>
      join(folder, `${app}.app`, 'Contents', 'MacOS', app),
    ),
  );
  return [
    ...(environment.PATH ?? '')
      .split(delimiter)
      .filter(Boolean)
      .flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...(platform === 'darwin' ? apps : []),
  ];
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
