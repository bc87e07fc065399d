import { useSyncExternalStore } from 'react';
import { keepItem } from '../lib/keep-item.ts';
import { untilAborted } from '../lib/until-aborted.ts';
import { listeners } from './listeners.ts';
import { Problem } from './problem.ts';
import type { Me } from './types.ts';

/*
 * The member whose data this page shows. All tabs of a browser share one session, so it can end, or become that of
 * another member, at any time. Requests then wait until the same member has signed in again.
 */

type Member = Me['member'];

/** Why requests wait: the session has ended, or another member has signed in with this browser. */
export type SignInReason = 'ended' | 'other_member';

interface Waiting {
  readonly reason: SignInReason;
  readonly member: Member;
  readonly done: Promise<void>;
  readonly resolve: () => void;
  readonly reject: (problem: Problem) => void;
}

/** The member who signed in last with this browser, with the time. */
const LAST_MEMBER = 'smartlink.member';

let member: Member | undefined;
let waiting: Waiting | undefined;
/** The user does not want to sign in now; undefined: requests ask the user. */
let cancelled: Problem | undefined;
const changed = listeners();

/** Is this the member whose data the page shows? The first member is. */
export function isShownMember(me: Me): boolean {
  const isKept = keepItem(LAST_MEMBER, `${me.member.member_id} ${Date.now()}`);
  // The earlier value may name another member, who would be asked for.
  if (!isKept) localStorage.removeItem(LAST_MEMBER);
  if (member !== undefined && member.member_id !== me.member.member_id) return false;
  member = me.member;
  signedIn();
  return true;
}

/** The page now shows the data of this member and of no one else. */
export function showMember(me: Me): void {
  member = undefined;
  isShownMember(me);
}

export function hasShownMember(): boolean {
  return member !== undefined;
}

/**
 * Resolves at once, or when the shown member has signed in again. Fails with `unauthorized` if the user cancels, or has
 * cancelled before and `askAgain` was not called since.
 */
export async function untilSignedIn(signal?: AbortSignal): Promise<void> {
  if (cancelled) throw cancelled;
  if (waiting === undefined && isOther(localStorage.getItem(LAST_MEMBER))) wait('other_member');
  await during(signal);
}

/** Asks the user to sign in again, and waits as `untilSignedIn`. */
export async function signInAgain(reason: SignInReason, signal?: AbortSignal): Promise<void> {
  if (cancelled) throw cancelled;
  wait(reason);
  await during(signal);
}

/** The user has done something that needs a session: requests ask for a sign-in again after the user cancelled it. */
export function askAgain(): void {
  cancelled = undefined;
}

function wait(reason: SignInReason): void {
  if (member === undefined || waiting?.reason === reason) return;
  const { promise, resolve, reject } = newPromise();
  waiting = waiting ? { ...waiting, reason } : { reason, member, done: promise, resolve, reject };
  changed.notify();
}

async function during(signal: AbortSignal | undefined): Promise<void> {
  if (waiting === undefined) return;
  await Promise.race([waiting.done, ...(signal ? [untilAborted(signal)] : [])]);
}

function newPromise() {
  let resolve!: () => void;
  let reject!: (problem: Problem) => void;
  const promise = new Promise<void>((...both) => ([resolve, reject] = both));
  // The requests that wait handle it. There may be none.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

function signedIn(): void {
  cancelled = undefined;
  if (waiting === undefined) return;
  const { resolve } = waiting;
  waiting = undefined;
  resolve();
  changed.notify();
}

/**
 * The user does not want to sign in now: the requests that wait fail, and so do later ones until `askAgain`, because
 * pages that poll would ask every few seconds.
 */
export function cancelSignIn(): void {
  if (waiting === undefined) return;
  const { reject, reason } = waiting;
  waiting = undefined;
  cancelled = new Problem(
    'unauthorized',
    reason === 'other_member'
      ? 'Another account is signed in with this browser.'
      : 'You are signed out.',
  );
  reject(cancelled);
  changed.notify();
}

function isOther(stored: string | null): boolean {
  return member !== undefined && stored !== null && !stored.startsWith(`${member.member_id} `);
}

// Another tab signed in.
addEventListener('storage', ({ key, newValue }) => {
  if (key !== LAST_MEMBER || member === undefined) return;
  if (isOther(newValue)) {
    askAgain();
    wait('other_member');
  } else signedIn();
});

/** Whom the sign-in dialog asks to sign in; undefined: no one. */
export function useWaitingSignIn(): Pick<Waiting, 'member' | 'reason'> | undefined {
  return useSyncExternalStore(changed.subscribe, () => waiting);
}

export function isWaitingForSignIn(): boolean {
  return waiting !== undefined;
}
