import { isHttp } from '../domain/link/route.ts';
import type { Answer } from './answer.ts';
import { withQuery } from './forwarded.ts';

/** Adds the query of a visit to the web addresses of its answer. Returns the same object if this changes nothing. */
export function forwardedAnswer(answer: Answer, query: string): Answer {
  const added = <To extends string | undefined>(to: To): To | string =>
    to !== undefined && isHttp(to) ? withQuery(to, query) : to;
  switch (answer.kind) {
    case 'redirect': {
      const to = added(answer.to);
      return to === answer.to ? answer : { ...answer, to };
    }
    case 'open-app': {
      const [fallback, web] = [added(answer.fallback), added(answer.web)];
      const isSame = fallback === answer.fallback && web === answer.web;
      return isSame ? answer : { ...answer, fallback, web };
    }
    case 'get-app': {
      const web = added(answer.web);
      return web === answer.web ? answer : { ...answer, web };
    }
    case 'probe': {
      const [app, web] = [added(answer.app), added(answer.web)];
      return app === answer.app && web === answer.web ? answer : { ...answer, app, web };
    }
    default:
      return answer;
  }
}
