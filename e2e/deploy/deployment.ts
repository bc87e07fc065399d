import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig, SETTINGS, type Environment } from '#server/src/config.ts';
import { ROOT } from '#server/test/harness.ts';
import { environmentOf, last, readDockerfile } from './dockerfile.ts';

// Shared by the tests of deploy/. These tests compare the files with each other and with the
// service, and run the steps of the Dockerfile in plain folders. They need no container engine.

export const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
/** Reads a numeric constant from the source code of the service. */
const inSource = (path: string, name: string): number =>
  Number(new RegExp(`const ${name} = ([\\d_]+)`).exec(text(path))?.[1]?.replaceAll('_', ''));
const RECORDER = 'server/src/storage/clicks/recorder.ts';
const clickSeconds = (name: string): number => inSource(RECORDER, name) / 1000;
const REQUESTS_SECONDS = inSource('server/src/app.ts', 'GRACE_MS') / 1000;
/** How long a service can take to stop: open requests, then clicks, then the thread that stores them. */
export const GRACE_SECONDS = {
  sqlite: REQUESTS_SECONDS + clickSeconds('STOP_MS') + clickSeconds('FILE_STOP_MS'),
  postgres: REQUESTS_SECONDS + 2 * clickSeconds('STOP_MS'),
};
/** Connections to PostgreSQL besides those of DATABASE_POOL_SIZE: one listens, the others read and store clicks. */
export const MORE_CONNECTIONS =
  1 +
  inSource('server/src/storage/clicks/open-clicks.ts', 'POOL_SIZE') +
  inSource('server/src/storage/clicks/open-store.ts', 'POOL_SIZE');
export const KEEP_ALIVE_SECONDS =
  inSource('server/src/http/server.ts', 'KEEP_ALIVE_TIMEOUT_MS') / 1000;
/** The default of PostgreSQL. */
export const MAX_CONNECTIONS = 100;
/** Of these, those for administrators. */
export const RESERVED_CONNECTIONS = 3;

export const stages = readDockerfile('deploy/Dockerfile');
export const image = stages.at(-1) ?? assert.fail();
export const PORT = environmentOf(image).PORT ?? '';
export const USER = last(image, 'USER');

export const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1]);

/**
 * Asserts that these are settings of the service with valid values. Values of `_FILE` settings
 * cannot be checked here.
 */
export function assertSettings(environment: Record<string, unknown>, source: string): void {
  const names = Object.keys(environment).filter((name) => name !== 'NODE_OPTIONS');
  for (const name of names) {
    const secret = name.endsWith('_FILE')
      ? SETTINGS[name.slice(0, -5) as keyof typeof SETTINGS]
      : {};
    assert.ok(name in SETTINGS || 'secret' in secret, `${source}: ${name} is not a setting`);
  }
  const plain = names
    .filter((name) => !name.endsWith('_FILE'))
    .map((name) => [name, String(environment[name]).replace(/^\$\{\w+:-(.*)\}$/, '$1')]);
  readConfig(Object.fromEntries(plain) as Environment);
}

/** Accepts the invitation of the owner with a password, which needs the native code that hashes it. */
export async function acceptInvitation(at: string, firstStart: string): Promise<Response> {
  const [, invitation] = /invitation#(\w+)/.exec(firstStart) ?? [];
  return fetch(`${at}/manage/v1/invitations/accept`, {
    method: 'POST',
    headers: { origin: at, 'content-type': 'application/json' },
    body: JSON.stringify({
      invitation,
      email: 'ada@shop.example',
      name: 'Ada',
      password: 'a long sentence of mine',
    }),
  });
}
