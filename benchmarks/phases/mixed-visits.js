import { visits } from '../load/traffic.js';
import { ANDROID, DESKTOP, IPHONE, MAC_OR_IPAD, PREVIEW_BOT } from '../load/visitors.js';

/**
 * Visits as an installation with its own app could get them: 70 % redirects, 15 % pages that open the app, 5 %
 * link previews, 5 % store and probe pages, 5 % unknown codes.
 * @param {import('../store/answers.js').AnswersStore} store
 * @returns {import('../load/traffic.js').MixedTraffic}
 */
export function mixedVisits(store) {
  const of = (codes, headers) => visits({ codes }, headers);
  const { codes, onWeb, inStore, unknown } = store;
  return {
    kind: 'mix',
    parts: [
      { share: 0.35, status: 302, traffic: of(codes, DESKTOP) },
      { share: 0.2, status: 302, traffic: of(onWeb, IPHONE) },
      { share: 0.15, status: 302, traffic: of(onWeb, ANDROID) },
      { share: 0.08, status: 200, traffic: of(codes, IPHONE) },
      { share: 0.07, status: 200, traffic: of(codes, ANDROID) },
      { share: 0.05, status: 200, traffic: of(codes, PREVIEW_BOT) },
      { share: 0.02, status: 200, traffic: of(inStore, IPHONE) },
      { share: 0.03, status: 200, traffic: of(codes, MAC_OR_IPAD) },
      { share: 0.05, status: 404, traffic: of(unknown, DESKTOP) },
    ],
  };
}
