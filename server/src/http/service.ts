import { NameAttempts } from '../actions/apps/name-attempts.ts';
import type { Context } from '../actions/context.ts';
import type { TxtLookup } from '../actions/hosts/txt-lookup.ts';
import { clickRanking } from '../actions/links/click-ranking.ts';
import type { Provider } from '../actions/oidc/provider.ts';
import { networkResults } from '../actions/operate/examine-app.ts';
import { SignInDelays } from '../actions/sessions/delays.ts';
import { Passwords } from '../actions/sessions/passwords.ts';
import { SignInLog } from '../actions/sessions/sign-in-log.ts';
import { Trials } from '../actions/templates/trials.ts';
import type { Config } from '../config.ts';
import type { LastUsedWriter } from '../jobs/last-used-tracker.ts';
import type { Log } from '../log.ts';
import { guardsOf } from './admission.ts';
import { NetworkAllowance } from './allowance.ts';
import { appLimiter, HOST_CHECKS, PAGE_FETCHES } from './app-limiter.ts';
import { ClickStreams } from './click-streams.ts';
import { Exports } from './exports.ts';
import { LongBodies } from './long-bodies.ts';
import { noDestinationLog } from './no-destination-log.ts';
import { OpenCounts } from './open-counts.ts';
import type { Overload } from './overload/overload.ts';
import { CREATES, OPENS, REDEMPTIONS, tokenLimiter } from './token-limiter.ts';
import { TokenMissLimiter } from './token-miss-limiter.ts';

/** Of one network. Fewer than the provider is asked about at the same time. */
const FAILED_CALLBACKS_PER_MINUTE = 20;

/** What `createApp` passes to the endpoints. */
export interface Given {
  readonly lookUpTxt: TxtLookup;
  /** Undefined: no OpenID Connect provider is configured. */
  readonly provider: Provider | undefined;
  /** Whether this process is about to stop. */
  readonly isStopping: () => boolean;
  /** Why the database does not have the tables of this version yet, as a sentence; undefined if it has. */
  readonly whyNotMigrated: () => string | undefined;
}

/** What the endpoints of this process share. */
export type Service = Readonly<ReturnType<typeof serviceOf>>;

export function serviceOf(
  ctx: Context,
  config: Config,
  log: Log,
  uses: LastUsedWriter,
  overload: Overload,
  given: Given,
) {
  const guards = guardsOf(ctx, uses);
  return {
    ...given,
    ctx,
    signInGuard: {
      passwords: new Passwords(),
      delays: new SignInDelays(ctx.now),
      log: new SignInLog(log, ctx.now),
      passwordSignIn: config.passwordSignIn,
    },
    /**
     * Callbacks of the provider that have not succeeded. Anyone can send one with a cookie of their own making, and each
     * waits for the provider.
     */
    failedCallbacks: new NetworkAllowance(FAILED_CALLBACKS_PER_MINUTE, ctx.now),
    limitHostChecks: appLimiter(HOST_CHECKS, ctx.now),
    /** For the files that the doctor requests from hosts. */
    limitHostFiles: appLimiter(HOST_CHECKS, ctx.now),
    limitPageFetches: appLimiter(PAGE_FETCHES, ctx.now),
    nameAttempts: new NameAttempts(ctx.now),
    trials: new Trials(ctx),
    networkResults: networkResults(ctx),
    tokenMisses: new TokenMissLimiter(config.missesPerMinute, ctx.now),
    limitCreates: tokenLimiter(CREATES, ctx.now, {
      perNetwork: config.platformCreatesPerMinute,
      perToken: config.platformCreatesPerMinutePerToken,
    }),
    limitOpenReports: tokenLimiter(OPENS, ctx.now, { perNetwork: config.opensPerMinute }),
    limitRedemptions: tokenLimiter(REDEMPTIONS, ctx.now, {
      perNetwork: config.redemptionsPerMinute,
    }),
    noteNoDestination: noDestinationLog(log, ctx.now),
    overload,
    guards,
    clickRanking: clickRanking(ctx),
    exports: new Exports(guards, ctx.now),
    longBodies: new LongBodies(),
    /** The webhooks that are being replayed. */
    replays: new OpenCounts(),
    clickStreams: new ClickStreams(ctx, given.isStopping),
  };
}
