import * as oidc from 'openid-client';
import { isLoopback, type OidcSettings } from '../../domain/access/oidc-settings.ts';
import {
  identityOf,
  hasEmailClaim,
  type OidcAttempt,
  type FailedSignIn,
  type Identity,
} from '../../domain/access/oidc.ts';
import { truncatedNetwork } from '../../domain/click/network.ts';
import type { Log } from '../../log.ts';
import { throttle, type IsDue } from '../throttle.ts';
import { failureOf, reasonsOf } from './failure.ts';
import { fetchBounded, ProviderUnavailable, TIMEOUT_SECONDS } from './fetch-bounded.ts';

/** Time after which the configuration of the provider is requested again. */
const CONFIGURATION_MAX_AGE_MS = 60 * 60 * 1000;
/** How many people can wait for the provider after they came back; anyone can send these requests. */
const MAX_CALLBACKS = 40;
/** How many starts can wait. They share one request, so a limit of their own costs little. */
const MAX_STARTS = 100;

/** The starts or the callbacks that wait. */
interface Waiting {
  readonly max: number;
  running: number;
}

/** The address for the browser, and the values that the callback must have. */
export interface StartedSignIn {
  readonly address: string;
  readonly attempt: Omit<OidcAttempt, 'to' | 'invitation'>;
}

interface CachedConfiguration {
  readonly config: oidc.Configuration;
  readonly until: number;
}

/** The OpenID Connect provider of this installation. Contacted at the first use, not at the start. */
export class Provider {
  readonly name: string;
  readonly #settings: OidcSettings;
  readonly #log: Log;
  readonly #now: () => number;
  #cached: CachedConfiguration | undefined;
  #discovery: Promise<oidc.Configuration> | undefined;
  readonly #isDue: IsDue;
  readonly #starts: Waiting = { max: MAX_STARTS, running: 0 };
  readonly #callbacks: Waiting = { max: MAX_CALLBACKS, running: 0 };

  constructor(settings: OidcSettings, log: Log, now: () => number) {
    this.name = settings.name;
    this.#settings = settings;
    this.#log = log;
    this.#now = now;
    this.#isDue = throttle(now);
  }

  /**
   * Starts a sign-in and returns the address at the provider. `redirect`: the callback address. `network`: of the
   * browser.
   */
  start(redirect: string, network: string): Promise<StartedSignIn | FailedSignIn> {
    return this.#run(this.#starts, network, async (config) => {
      const verifier = oidc.randomPKCECodeVerifier();
      const [state, nonce] = [oidc.randomState(), oidc.randomNonce()];
      const address = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirect,
        scope: 'openid email profile',
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { address: address.href, attempt: { state, nonce, verifier } };
    });
  }

  /** Returns the identity of the user who came back. `address`: the callback with its query. */
  identify(
    address: URL,
    { state, nonce, verifier }: StartedSignIn['attempt'],
    network: string,
  ): Promise<Identity | FailedSignIn> {
    return this.#run<Identity | FailedSignIn>(this.#callbacks, network, async (config) => {
      const tokens = await oidc.authorizationCodeGrant(config, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) return { failed: 'failed' };
      // Many providers omit the e-mail address from the ID token.
      const { userinfo_endpoint } = config.serverMetadata();
      const info =
        !hasEmailClaim(claims) && userinfo_endpoint !== undefined
          ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
          : undefined;
      return identityOf(claims, info) ?? { failed: 'failed' };
    });
  }

  /**
   * Runs `work` at the provider. Logs an error in detail for the operator, each kind once a minute for each network;
   * the user only gets its kind.
   */
  async #run<T>(
    waiting: Waiting,
    network: string,
    work: (config: oidc.Configuration) => Promise<T>,
  ): Promise<T | FailedSignIn> {
    if (waiting.running >= waiting.max) return { failed: 'busy' };
    waiting.running++;
    try {
      return await work(await this.#configuration());
    } catch (error) {
      const failed = failureOf(error);
      if (failed !== 'refused') this.#logFailure(failed, network, error);
      return { failed };
    } finally {
      waiting.running--;
    }
  }

  #logFailure(failed: FailedSignIn['failed'], network: string, error: unknown): void {
    if (!this.#isDue(`${failed} ${network}`)) return;
    const fields = {
      provider: this.#settings.issuer,
      failed,
      network: truncatedNetwork(network),
      reasons: reasonsOf(error),
    };
    this.#log.warn(fields, 'the sign-in at the provider failed');
  }

  /** Simultaneous callers share one request; after an error, the next caller sends a new one. */
  async #configuration(): Promise<oidc.Configuration> {
    if (this.#cached && this.#cached.until > this.#now()) return this.#cached.config;
    this.#discovery ??= this.#discover().finally(() => (this.#discovery = undefined));
    return this.#discovery;
  }

  async #discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#settings;
    const server = new URL(issuer);
    const config = await oidc
      .discovery(server, clientId, undefined, clientAuth(clientSecret), {
        timeout: TIMEOUT_SECONDS,
        [oidc.customFetch]: fetchBounded,
        execute: [
          oidc.enableNonRepudiationChecks,
          // The settings reject plain http anywhere else.
          ...(isLoopback(server) ? [oidc.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        // The previous configuration is probably still valid.
        if (this.#cached) return this.#cached.config;
        throw new ProviderUnavailable('its configuration cannot be read', { cause: error });
      });
    this.#cached = { config, until: this.#now() + CONFIGURATION_MAX_AGE_MS };
    return config;
  }
}

/**
 * Sends the secret in a header, as clients do by default, or in the body if the provider does not accept
 * that.
 */
function clientAuth(secret: string): oidc.ClientAuth {
  if (secret === '') return oidc.None();
  const [inBody, inHeader] = [oidc.ClientSecretPost(secret), oidc.ClientSecretBasic(secret)];
  return (server, client, body, headers) => {
    const { token_endpoint_auth_methods_supported: methods } = server;
    const send = methods?.includes('client_secret_basic') === false ? inBody : inHeader;
    send(server, client, body, headers);
  };
}
