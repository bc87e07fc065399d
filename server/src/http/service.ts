import type { NameAttempts } from '../actions/apps/name-attempts.ts';
import type { Context } from '../actions/context.ts';
import type { TxtLookup } from '../actions/hosts/txt-lookup.ts';
import type { Provider } from '../actions/oidc/provider.ts';
import type { NetworkAnswers } from '../actions/operate/examine-app.ts';
import type { SignInGuard } from '../actions/sessions/check-password.ts';
import type { Trials } from '../actions/templates/trials.ts';
import type { TokenMissLimiter } from './token-miss-limiter.ts';
import type { HostChecks } from './host-checks.ts';
import type { NoDestinationLog } from './no-destination-log.ts';
import type { PlatformCreates } from './platform-creates.ts';

/** What the endpoints of this process share. */
export interface Service {
  readonly ctx: Context;
  readonly door: SignInGuard;
  /** Undefined: no OpenID Connect provider is configured. */
  readonly provider: Provider | undefined;
  readonly lookUpTxt: TxtLookup;
  readonly hostChecks: HostChecks;
  readonly names: NameAttempts;
  readonly trials: Trials;
  readonly networkAnswers: NetworkAnswers;
  readonly guesses: TokenMissLimiter;
  readonly creates: PlatformCreates;
  readonly nowhere: NoDestinationLog;
  /** Is this process about to stop? */
  readonly isStopping: () => boolean;
}
