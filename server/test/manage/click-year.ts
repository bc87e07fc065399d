import type { ClickAgent } from '../../src/domain/click/agent.ts';
import { EVENTS, type Kind, type Outcome } from '../../src/domain/click/click.ts';
import { DAY_MS, dayOf } from '../../src/domain/click/slots.ts';
import type { Device } from '../../src/platform/rules.ts';
import type { Click } from '../../src/storage/clicks/batch.ts';
import { Random } from '../fuzz/random.ts';

/** A click, and whether it is the first one of its visitor on its UTC day. */
export interface TrueClick {
  readonly click: Click;
  readonly isFirstOnLink: boolean;
  readonly isFirstInApp: boolean;
  /** The values of all dimensions. */
  readonly values: Readonly<Record<string, string>>;
}

const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge'] as const;
const DEVICES: readonly Device[] = ['desktop', 'iphone', 'ipad', 'android'];
const LANGUAGES = ['de', 'en-US', 'pt-BR', ''] as const;
const REFERRERS = ['', 'news.example', 'search.example', 't.example', 'a,b".example'] as const;
const OUTCOMES: readonly Outcome[] = ['redirect', 'open-app', 'get-app', 'gone', 'store'];
const MACHINES: readonly Kind[] = ['bot', 'preview', 'prefetch', 'head', 'tool'];
const CAMPAIGNS = [
  { campaign: '', source: '', medium: '' },
  { campaign: 'spring', source: 'newsletter', medium: 'email' },
  { campaign: '=1+1', source: 'poster', medium: 'print' },
] as const;

export interface YearOptions {
  /** Milliseconds since 1970-01-01 UTC. */
  readonly from: number;
  readonly to: number;
  readonly count: number;
  /** The codes of each app. The first link of an app gets half of its clicks. */
  readonly apps: readonly { readonly id: string; readonly codes: readonly string[] }[];
}

/** Clicks of a year, oldest first, each at another time, with what is true about them. */
export function clickYear({ from, to, count, apps }: YearOptions): TrueClick[] {
  const numbers = new Random(15);
  const random = (): number => numbers.next();
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() ** 1.5 * values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  const agents = new Map<string, ClickAgent>();
  const agentOf = (kind: Kind, browser: string, inApp: string): ClickAgent => {
    const userAgent = `${kind} ${browser} ${inApp}`;
    const known = agents.get(userAgent) ?? { kind, browser, inApp, userAgent };
    agents.set(userAgent, known);
    return known;
  };
  const seen = new Set<string>();
  const isNew = (key: string): boolean => !seen.has(key) && !!seen.add(key);
  // The step is not a divisor of a day, so that all times of day occur.
  const step = Math.floor((to - from) / count);
  return Array.from({ length: count }, (_, index) => {
    const at = from + index * step + Math.floor(random() * step);
    const app = pick(apps);
    const code = random() < 0.5 ? (app.codes[0] ?? '') : pick(app.codes);
    const kind: Kind = random() < 0.25 ? pick(MACHINES) : 'human';
    const isHuman = kind === 'human';
    const inApp = isHuman && random() < 0.2 ? 'Instagram' : '';
    const agent = agentOf(kind, isHuman ? pick(BROWSERS) : '', inApp);
    // Some visitors object to being recognized.
    const network = isHuman && random() < 0.9 ? `person ${Math.floor(random() * 40)}` : '';
    const click: Click = {
      at,
      code,
      appId: app.id,
      kind,
      agent,
      network,
      isHashed: network !== '',
      outcome: pick(OUTCOMES),
      device: pick(DEVICES),
      language: pick(LANGUAGES),
      referrer: pick(REFERRERS),
      campaign: pick(CAMPAIGNS),
    };
    const visitor = `${dayOf(at)} ${network} ${agent.userAgent}`;
    return {
      click,
      isFirstOnLink: network !== '' && isNew(`link ${code} ${visitor}`),
      isFirstInApp: network !== '' && isNew(`app ${app.id} ${visitor}`),
      values: {
        kind,
        outcome: click.outcome,
        platform: click.device,
        country: '',
        referrer: click.referrer,
        browser: agent.browser,
        in_app: inApp,
        language: click.language,
        ...click.campaign,
      },
    };
  });
}

const NO_AGENT: ClickAgent = { kind: 'human', browser: '', inApp: '', userAgent: '' };

/** Opened apps and redemptions of a year, oldest first. Some reports of opened apps are repeated days later. */
export function eventYear({ from, to, count, apps }: YearOptions): {
  readonly all: readonly Click[];
  /** Without the repeated ones. */
  readonly counted: readonly Click[];
} {
  const numbers = new Random(16);
  const random = (): number => numbers.next();
  const pick = <Value>(values: readonly Value[]): Value => {
    const value = values[Math.floor(random() * values.length)];
    if (value === undefined) throw new Error('nothing to choose from');
    return value;
  };
  const step = Math.floor((to - from) / count);
  const counted = Array.from({ length: count }, (_, index): Click => {
    const app = pick(apps);
    const kind = pick(EVENTS);
    return {
      at: from + index * step + Math.floor(random() * step),
      code: random() < 0.5 ? (app.codes[0] ?? '') : pick(app.codes),
      appId: app.id,
      kind,
      outcome: '',
      device: pick(DEVICES),
      agent: NO_AGENT,
      language: '',
      referrer: '',
      campaign: pick(CAMPAIGNS),
      network: '',
      isHashed: false,
      ...(kind === 'open' ? { reportId: `report ${index}` } : {}),
    };
  });
  const repeated = counted
    .filter(({ reportId }) => reportId !== undefined && random() < 0.3)
    .map((open) => ({ ...open, at: open.at + Math.floor(random() * 6 * DAY_MS) }));
  const all = [...counted, ...repeated].toSorted((a, b) => a.at - b.at);
  return { all, counted };
}

export interface TrueCounts {
  clicks: number;
  visitors: number;
  other: number;
}

/** Counts clicks of an app or a link one by one. */
export function countsOf(
  clicks: Iterable<TrueClick>,
  visitor: 'isFirstOnLink' | 'isFirstInApp',
): TrueCounts {
  const counts = { clicks: 0, visitors: 0, other: 0 };
  for (const one of clicks) {
    if (one.click.kind !== 'human') counts.other++;
    else {
      counts.clicks++;
      if (one[visitor]) counts.visitors++;
    }
  }
  return counts;
}

/** The clicks by a text. */
export function groupBy(
  clicks: Iterable<TrueClick>,
  textOf: (one: TrueClick) => string,
): Map<string, TrueClick[]> {
  const groups = new Map<string, TrueClick[]>();
  for (const one of clicks) {
    const text = textOf(one);
    const group = groups.get(text);
    if (group) group.push(one);
    else groups.set(text, [one]);
  }
  return groups;
}
