import { createClient, isSmartlinkError } from './smartlink.js';
import { service, token } from './settings.js';

/** How long the SDK retries after the button is pressed, in milliseconds. */
const GIVE_UP_AFTER_MS = 15_000;

/** The heading and the text for a link that is not valid at this time, by the code of the error. */
const NOT_VALID = {
  too_early: ['This coupon is not valid yet', 'Please open the link again later.'],
  expired: ['This coupon has expired', 'The offer has ended.'],
};

const get = (id) => document.getElementById(id);
const main = document.querySelector('main');
const [ask, again, copy, progress, status] = ['ask', 'again', 'copy', 'progress', 'status'].map(
  get,
);

// `https://shop.example/?smartlink=H7kTq2Rb`, or a whole address after the `=`.
const smartlink = (new URLSearchParams(location.search).get('smartlink') ?? '').trim();
const client = createClient({
  baseUrl: service,
  token,
  // A function, because reading `localStorage` throws if the browser forbids storage.
  storage: () => localStorage,
  onRetry: ({ error }) => showStatus(retryMessage(error)),
});

ask.addEventListener('click', () => void redeem());
again.addEventListener('click', () => void redeem());
copy.addEventListener('click', () => void copyCode());
addEventListener('online', () => {
  if (main.dataset.state === 'offline') void redeem();
});

if (smartlink === '') show('enter');
else if (await client.hasRedemption(smartlink).catch(() => false)) void redeem();
else show('ready');

/**
 * Redeems the link once for this browser: with `once` and an id in `localStorage`, every later call returns
 * the same result and does not redeem again. Only the first press of the button redeems, so a page that is
 * previewed, prefetched or opened by accident does not.
 */
async function redeem() {
  if (main.dataset.state === 'asking') return;
  show('asking');
  const stopClock = startClock();
  try {
    showCoupon(await client.redeem(smartlink, { once: true, giveUpAfterMs: GIVE_UP_AFTER_MS }));
  } catch (error) {
    showError(error);
  } finally {
    stopClock();
  }
}

function showCoupon({ metadata, redemptions, redeemLimit }) {
  const { coupon, ...others } = metadata ?? {};
  if (coupon === undefined) return show('empty');
  // Inserted as text, because the content of a link is not trusted.
  get('code').textContent = textOf(coupon);
  get('code').classList.toggle('long', textOf(coupon).length > 14);
  get('left').textContent = leftOf(redemptions, redeemLimit);
  get('more').replaceChildren(
    ...Object.entries(others).flatMap(([name, value]) => [
      element('dt', name),
      element('dd', textOf(value)),
    ]),
  );
  show('granted');
}

function leftOf(redemptions, redeemLimit) {
  if (redeemLimit === null) return 'No limit';
  if (redeemLimit === 1) return 'The only one';
  if (redemptions >= redeemLimit) return `The last of ${redeemLimit}`;
  return `${redeemLimit - redemptions} of ${redeemLimit} left`;
}

function showError(error) {
  const state = stateOf(error);
  if (state === 'spent') {
    const { redeemLimit } = error;
    get('taken').textContent =
      redeemLimit === 1 ? 'There was only one.' : `There were ${redeemLimit}.`;
  }
  const texts = NOT_VALID[error.code];
  if (texts) {
    const [heading, text] = main.querySelector('section[data-in="gone"]').children;
    [heading.textContent, text.textContent] = texts;
  }
  // Keeps an unknown code so that the user can correct it; otherwise empties the field.
  get('smartlink').value = state === 'unknown' ? smartlink : '';
  if (state === 'error') get('said').textContent = error.message;
  show(state);
  if (state === 'limited') countDown(error.retryAfterSeconds ?? 10);
}

function stateOf(error) {
  if (!isSmartlinkError(error)) return 'error';
  switch (error.code) {
    case 'redeem_limit_reached':
      return 'spent';
    case 'gone':
    case 'too_early':
    case 'expired':
      return 'gone';
    case 'not_found':
    case 'validation_failed':
      return 'unknown';
    case 'too_many_misses':
      return 'limited';
    case 'storage_failed':
      return 'blocked';
    default:
      return error.retryable ? 'offline' : 'error';
  }
}

/** The message that the page shows while the SDK retries. */
function retryMessage({ code, status: httpStatus }) {
  if (code === 'network_error') return 'No connection. Trying again …';
  if (httpStatus === 429) return 'Too many attempts. Waiting …';
  return 'The server is busy. Trying again …';
}

function showStatus(text) {
  if (status.textContent !== text) status.textContent = text;
  progress.hidden = false;
}

/** Fills the bar until the SDK stops retrying. Returns a function that stops it. */
function startClock() {
  const startedAt = Date.now();
  progress.hidden = true;
  progress.max = GIVE_UP_AFTER_MS;
  progress.value = 0;
  const timer = setInterval(() => (progress.value = Date.now() - startedAt), 250);
  return () => clearInterval(timer);
}

function countDown(seconds) {
  const end = Date.now() + seconds * 1000;
  again.disabled = true;
  const tick = () => {
    const left = Math.ceil((end - Date.now()) / 1000);
    get('wait').textContent = left > 0 ? `Please wait ${left} s.` : '';
    if (left > 0) return;
    clearInterval(timer);
    again.disabled = false;
    status.textContent = 'You can try again now.';
  };
  const timer = setInterval(tick, 250);
  tick();
}

/** Shows the parts of one state and makes screen readers announce it. */
function show(state) {
  const before = main.dataset.state;
  main.dataset.state = state;
  const used = main.contains(document.activeElement);
  for (const part of main.querySelectorAll('[data-in]')) {
    part.hidden = !part.dataset.in.split(' ').includes(state);
  }
  ask.setAttribute('aria-disabled', String(state === 'asking'));
  status.textContent = state === 'asking' ? 'Getting your coupon …' : '';
  const heading = main.querySelector('section:not([hidden]) h1');
  document.title = heading.textContent;
  if (state === 'asking' && used) ask.focus();
  else if (state === 'enter') get('smartlink').focus();
  else if (before) heading.focus();
}

async function copyCode() {
  try {
    await navigator.clipboard.writeText(get('code').textContent);
    copy.textContent = 'Copied';
    status.textContent = 'Code copied.';
  } catch {
    getSelection().selectAllChildren(get('code'));
    copy.textContent = 'Selected. Copy it now';
    status.textContent = 'Code selected. Copy it as you copy other text.';
  }
}

function textOf(value) {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
