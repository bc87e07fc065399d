import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/** As they are called on Linux and BSD; the first one that is there is taken. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** The Chromium or Chrome of this machine: the one that CHROME names, else one in a usual place. */
export function findBrowser(
  environment: Environment = process.env,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const { CHROME } = environment;
  if (!CHROME) return usualPlaces(environment, platform).find(isProgram);
  // Whoever names a browser wants no other one.
  if (!isProgram(CHROME)) throw new Error(`CHROME names a file that cannot be run: ${CHROME}`);
  return CHROME;
}

function usualPlaces(environment: Environment, platform: NodeJS.Platform): string[] {
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
