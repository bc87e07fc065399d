import { visits } from '../load/traffic.js';
import { newPath } from '../processes.js';
import { readCodes, writeCodes } from '../store/codes.js';
import { measureOnAndOff } from './on-and-off.js';

const SETTINGS = { off: { CLICKS: 'off' }, on: { CLICKS: 'on' } };
const HOT_LINK = 'one hot link';

/** What is measured: `on` with clicks, `off` without. */
export const redirectOf = (which, links) => `redirect of ${links}, clicks ${which}`;
export const RECORDED = [HOT_LINK, 'all links'];

/** Measures cached redirects with and without clicks: of one link, and of all links of a small and a large database. */
export async function measureRecording(stores, options, results) {
  for (const store of await stores.both()) {
    const traffics = { [HOT_LINK]: visits({ codes: firstOf(store) }), 'all links': visits(store) };
    await measureOnAndOff(
      { store, settings: SETTINGS, traffics },
      options,
      (links, which, sample) =>
        results.add(redirectOf(which, links), 'service', store.links, sample),
    );
  }
}

function firstOf({ codes }) {
  return writeCodes(newPath('hot-code'), [readCodes(codes).at(0)]);
}
