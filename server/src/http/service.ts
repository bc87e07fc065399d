import type { NameAttempts } from '../actions/apps/name-attempts.ts';
import type { Context } from '../actions/context.ts';
import type { TxtLookup } from '../actions/hosts/txt-lookup.ts';
import type { Provider } from '../actions/oidc/provider.ts';
import type { NetworkAnswers } from '../actions/operate/examine-app.ts';
import type { Door } from '../actions/sessions/check-password.ts';
import type { Trials } from '../actions/templates/trials.ts';
import type { Guesses } from './guesses.ts';
import type { HostChecks } from './host-checks.ts';
import type { NowhereLog } from './nowhere-log.ts';
import type { PlatformCreates } from './platform-creates.ts';

/** What the endpoints of this process share. */
export interface Service {
  readonly ctx: Context;
  readonly door: Door;
  /** Undefined: no OpenID Connect provider is configured. */
  readonly provider: Provider | undefined;
  readonly lookUpTxt: TxtLookup;
  readonly hostChecks: HostChecks;
  readonly names: NameAttempts;
  readonly trials: Trials;
  readonly networkAnswers: NetworkAnswers;
  readonly guesses: Guesses;
  readonly creates: PlatformCreates;
  readonly nowhere: NowhereLog;
  /** Is this process about to stop? */
  readonly isStopping: () => boolean;
}
