import { escapeHtml, MARK, page, type Page } from './layout.ts';

export function notFoundPage(nonce: string): Page {
  return page(
    'Link not found',
    `${MARK}
<h1>This link leads nowhere</h1>
<p>Perhaps a letter got lost on the way. Capital and small letters are different here. Please check the address, or ask the person who sent it.</p>`,
    nonce,
  );
}

export function gonePage(nonce: string): Page {
  return page(
    'Link no longer in use',
    `${MARK}
<h1>This link is no longer in use</h1>
<p>Whoever made it has switched it off. Please ask the person who sent it for another one.</p>`,
    nonce,
  );
}

export function noRoutePage(nonce: string): Page {
  return page(
    'Not for this device',
    `${MARK}
<h1>Nothing here for this device</h1>
<p>This link leads to an app that is not made for the device you are using. Try it on your phone.</p>`,
    nonce,
  );
}

export function unavailablePage(nonce: string): Page {
  return page(
    'Back in a moment',
    `${MARK}
<h1>Back in a moment</h1>
<p>This link cannot be opened right now. Please try again in a few seconds.</p>`,
    nonce,
  );
}

export function methodPage(nonce: string): Page {
  return page(
    'Open this link',
    `${MARK}\n<h1>This address is for opening</h1>\n<p>It answers to GET and HEAD only.</p>`,
    nonce,
  );
}

/** What stands at the service's own address. */
export function homePage(docs: string, nonce: string): Page {
  return page(
    'Smartlink',
    `${MARK}
<h1>Smartlink is running</h1>
<p>One short address that leads every visitor to the right place.</p>
<a class="button" href="${escapeHtml(docs)}">Try the API</a>`,
    nonce,
  );
}
