import { MESSAGE_STATUS, type Decision } from './answer.ts';
import type { StoreApps } from '../domain/app/store-apps.ts';
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
  const given = (addresses: Readonly<Record<string, string | undefined>>, status = 200) => ({
    kind,
    status,
    addresses: Object.fromEntries(
      Object.entries(addresses).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
  });
  switch (decision.kind) {
    case 'redirect':
      return { ...given({ location: decision.to }, 302), why };
    case 'open-app': {
      const launch = appLaunch(decision, facts, stores);
      const { open, fallback, web } = launch;
      const location = defaultBrowserQuery(facts, query);
      if (location !== undefined) {
        const step = `${hostOf(launch)}, which opens the link again in the default browser`;
        return { ...given({ location }, 302), kind: 'redirect', why: [...why, step] };
      }
      return {
        ...given({ button: open, fallback, web }),
        why: [...why, ...browserSteps(launch, facts)],
      };
    }
    case 'get-app':
      return { ...given({ button: decision.store, web: decision.web }), why };
    case 'probe':
      return { ...given({ tablet: decision.app, otherwise: decision.web }), why };
    case 'preview':
      return { ...given({ image: decision.card.image, web: decision.web }), why };
    case 'scan':
      return { ...given({}), why };
    default:
      return { ...given({}, MESSAGE_STATUS[decision.kind]), why };
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
