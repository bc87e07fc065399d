import type { NameAttempts } from '../actions/apps/name-attempts.ts';
import type { Context } from '../actions/context.ts';
import type { ClickRanking } from '../actions/links/click-ranking.ts';
import type { TxtLookup } from '../actions/hosts/txt-lookup.ts';
import type { Provider } from '../actions/oidc/provider.ts';
import type { NetworkResults } from '../actions/operate/examine-app.ts';
import type { SignInGuard } from '../actions/sessions/check-password.ts';
import type { Trials } from '../actions/templates/trials.ts';
import type { Guards } from './admission.ts';
import type { AppLimit } from './app-limiter.ts';
import type { ClickStreams } from './click-streams.ts';
import type { Exports } from './exports.ts';
import type { LongBodies } from './long-bodies.ts';
import type { NetworkAllowance } from './allowance.ts';
import type { OpenCounts } from './open-counts.ts';
import type { TokenLimit } from './token-limiter.ts';
import type { TokenMissLimiter } from './token-miss-limiter.ts';
import type { NoteNoDestination } from './no-destination-log.ts';
import type { Overload } from './overload/overload.ts';

/** What the endpoints of this process share. */
export interface Service {
  readonly ctx: Context;
  readonly signInGuard: SignInGuard;
  /** Undefined: no OpenID Connect provider is configured. */
  readonly provider: Provider | undefined;
  /**
   * Callbacks of the provider that have not succeeded. Anyone can send one with a cookie of their own making, and each
   * waits for the provider.
   */
  readonly failedCallbacks: NetworkAllowance;
  readonly lookUpTxt: TxtLookup;
  readonly limitHostChecks: AppLimit;
  /** For the files that the doctor requests from hosts. */
  readonly limitHostFiles: AppLimit;
  readonly limitPageFetches: AppLimit;
  readonly nameAttempts: NameAttempts;
  readonly trials: Trials;
  readonly networkResults: NetworkResults;
  readonly tokenMisses: TokenMissLimiter;
  readonly limitCreates: TokenLimit;
  readonly limitOpenReports: TokenLimit;
  readonly limitRedemptions: TokenLimit;
  readonly noteNoDestination: NoteNoDestination;
  readonly overload: Overload;
  readonly guards: Guards;
  readonly clickStreams: ClickStreams;
  readonly exports: Exports;
  readonly longBodies: LongBodies;
  /** The webhooks that are being replayed. */
  readonly replays: OpenCounts;
  readonly clickRanking: ClickRanking;
  /** Whether this process is about to stop. */
  readonly isStopping: () => boolean;
  /** Why the database does not have the tables of this version yet, as a sentence; undefined if it has. */
  readonly whyNotMigrated: () => string | undefined;
}
