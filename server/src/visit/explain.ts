import { MESSAGE_STATUS, type Decision } from './answer.ts';
import type { StoreApps } from '../domain/app/visit-app.ts';
import { appLaunch, defaultBrowserQuery, type AppLaunch } from './app-launch.ts';
import type { VisitFacts } from './facts.ts';

/** What a visitor gets and why. Addresses are named by their purpose. */
export interface Explanation {
  readonly kind: Decision['kind'];
  readonly status: number;
  readonly addresses: Readonly<Record<string, string>>;
  /** The reasons, one step each. */
  readonly why: readonly string[];
}

/** `query`: that of the visited address. */
export function explained(
  decision: Decision,
  facts: VisitFacts,
  stores: StoreApps,
  query: string,
): Explanation {
  const { kind, why } = decision;
  const given = (
    addresses: Readonly<Record<string, string | undefined>>,
    status = 200,
    ...steps: readonly string[]
  ): Explanation => ({
    kind,
    status,
    addresses: Object.fromEntries(
      Object.entries(addresses).flatMap(([name, to]) => (to === undefined ? [] : [[name, to]])),
    ),
    why: [...why, ...steps],
  });
  switch (decision.kind) {
    case 'redirect':
      return given({ location: decision.to }, 302);
    case 'open-app': {
      const launch = appLaunch(decision, facts, stores);
      const { open, fallback, web } = launch;
      const location = defaultBrowserQuery(facts, query);
      if (location !== undefined) {
        const step = `${hostOf(launch)}, which opens the link again in the default browser`;
        return { ...given({ location }, 302, step), kind: 'redirect' };
      }
      return given({ button: open, fallback, web }, 200, ...browserSteps(launch, facts));
    }
    case 'get-app':
      return given({ button: decision.store, web: decision.web });
    case 'probe':
      return given({ tablet: decision.app, otherwise: decision.web });
    case 'preview':
      return given({ image: decision.card.image, web: decision.web });
    case 'scan':
      return given({});
    default:
      return given({}, MESSAGE_STATUS[decision.kind]);
  }
}

function browserSteps(launch: AppLaunch, { agent }: VisitFacts): string[] {
  const steps: string[] = [];
  if (launch.inApp !== undefined) {
    const effect = launch.schemesBlocked ? 'does not open other apps' : 'may block other apps';
    steps.push(`${hostOf(launch)}, which ${effect}; the page explains this`);
  }
  if (launch.opensFallback) {
    steps.push('the browser supports intent: addresses and goes to the fallback automatically');
  } else if (launch.fallback !== undefined) {
    steps.push('a tap opens the app, or the fallback if the app does not open within 1.5 s');
  }
  if (launch.storeId !== undefined && agent.browser === 'Safari') {
    steps.push(`Safari shows the App Store banner of app ${launch.storeId}`);
  }
  return steps;
}

function hostOf({ inApp }: AppLaunch): string {
  return `the browser is built into ${inApp || 'another app'}`;
}
