import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CreatedApp } from '../../src/actions/apps/create-app.ts';
import type { Platform } from '../../src/domain/app/platform.ts';
import { ROOT } from '../harness.ts';
import { ENGINE } from '../store.ts';

/** The folders of fixtures, one for each released version, with one folder for each engine. */
export const FIXTURES = join(ROOT, 'server/test/upgrades/fixtures');

/** Versions that have a fixture. */
export const RELEASED = readdirSync(FIXTURES).toSorted();

export function folderOf(version: string): string {
  return join(FIXTURES, version, ENGINE);
}

/** A request, and what the service answered when the fixture was made. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  /** Which token of the shop is sent, or the cookie of the member. */
  readonly as: 'server' | Platform | 'member' | 'visitor';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly location?: string;
  /** What the response contains at least; later versions add fields. */
  readonly contains?: unknown;
}

/** What a fixture has besides its dumps. All secrets belong to the fixture only. */
export interface Fixture {
  readonly version: string;
  /** When it was made, in milliseconds since 1970-01-01 UTC. */
  readonly at: number;
  readonly owner: CreatedApp;
  readonly member: { readonly email: string; readonly password: string };
  readonly cookie: string;
  readonly webhook: {
    readonly id: string;
    readonly secret: string;
    /** The ids of events that wait for the receiver. */
    readonly waiting: readonly string[];
  };
  /** Codes of links by what they are for. */
  readonly codes: Readonly<Record<string, string>>;
  /** The clicks of each link that has any. */
  readonly clicks: Readonly<Record<string, number>>;
  /** Requests that change nothing, or that got their response before and get it again. */
  readonly exchanges: readonly Exchange[];
  /** The migrations that were applied, with the SHA-256 of their files. */
  readonly migrations: Readonly<Record<string, string>>;
}

export function readFixture(version: string): Fixture {
  return JSON.parse(readFileSync(join(folderOf(version), 'expected.json'), 'utf8')) as Fixture;
}
