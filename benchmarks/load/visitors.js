/** Headers of visitors, as their browsers send them. */

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const page = { Accept: ACCEPT, 'Accept-Language': 'de-DE,de;q=0.9,en;q=0.8' };

export const DESKTOP = {
  'User-Agent':
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
};

export const IPHONE = {
  'User-Agent':
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  ...page,
};

export const ANDROID = {
  'User-Agent':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
  ...page,
};

/** An iPad identifies as a Mac; only its touch screen shows which it is. */
export const MAC_OR_IPAD = {
  'User-Agent':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  ...page,
};

export const PREVIEW_BOT = { 'User-Agent': 'Twitterbot/1.0', Accept: '*/*' };
