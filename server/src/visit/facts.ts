import { classify, MAX_USER_AGENT_LENGTH, type Classified } from '../platform/classify.ts';

/** What a decision knows of a visit: read once from the request, cropped, plain data from then on. */
export interface VisitFacts extends Classified {
  readonly userAgent: string;
}

export interface VisitHeaders {
  readonly 'user-agent'?: string | undefined;
  readonly 'sec-ch-ua-platform'?: string | string[] | undefined;
}

/** The headers that tell devices apart, as one text: equal texts mean equal facts. */
export function factsKey(headers: VisitHeaders): string {
  const userAgent = headers['user-agent'] ?? '';
  const hint = headers['sec-ch-ua-platform'];
  return hint === undefined ? userAgent : `${userAgent}\n${String(hint)}`;
}

export function visitFacts(headers: VisitHeaders): VisitFacts {
  const userAgent = (headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH);
  return { userAgent, ...classify(userAgent, String(headers['sec-ch-ua-platform'] ?? '')) };
}
