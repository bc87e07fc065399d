import { html } from '../../pages/html.ts';
import type { HtmlPage } from '../../pages/layout.ts';
import { textPage } from '../../pages/text.ts';

/** The page to which the help of the dashboard links. Its ids are those of `dashboard/src/texts/help.ts`. */
export function termsPage(): HtmlPage {
  return textPage('Terms of Smartlink', BODY);
}

const TERMS = {
  template: [
    'Template',
    html`A template is a pattern for paths, such as <code>products/:id</code>, and a route for each platform. When a link is created and its destination matches the pattern, the link gets the routes of the template, with the captured parts filled in: <code>com.shop.app://product/:id</code> becomes <code>com.shop.app://product/5</code>. <code>:id</code> captures one part of the path, <code>*rest</code> captures everything that follows. If no template matches, every platform gets the same path at its own address. A changed template applies to new links; existing links keep their routes.`,
  ],
  fallback: [
    'Fallback',
    html`Where visitors go if the app is not installed: usually its page in the App Store or on Google Play. A platform has a fallback for all links, a template can set another one, and a link can have its own. <code>@web</code> in a template means the web address of the link. Without a fallback, visitors without the app stay on the page that offers to open it.`,
  ],
  limit: [
    'Redemption limit',
    html`An app redeems a link to get its metadata, such as a coupon. The limit is the number of redemptions that succeed, also if many people try at the same time; after that, apps get the error <code>redeem_limit_reached</code>. Visits do not count. If an app repeats a request after a lost connection, it gets the same answer, and this counts once. Without a limit, a link can be redeemed any number of times.`,
  ],
  domain: [
    'Domain',
    html`The host name in the address of a link, such as <code>go.shop.example</code>. A domain that you add has no effect until it is proven: create the DNS record that the dashboard shows, or ask the operator. The domain must also lead to this service. Phones open links in your app only under domains whose association files name the app; the service publishes these files. Links also open under the default domain of the service.`,
  ],
  'platform-token': [
    'Platform token',
    html`A token for one platform that you ship in your app or web page. Anyone can extract it, so it is public: it can read and redeem links, and create links within the limits that you choose. A server token is secret: it has all rights of its app and belongs only on your servers.`,
  ],
  unique: [
    'Reusing a link',
    html`With this option (<code>unique</code> in the API), there is one link for a destination: if it exists, it is returned and nothing is created or changed. Only links that were created with this option are reused, and destinations are compared exactly as they were entered: <code>products/5</code> and <code>/products/5</code> are two. Without it, every request creates a new link. Links of platform tokens are kept apart from those of members and server tokens.`,
  ],
} as const;

const ENTRIES = Object.entries(TERMS).map(
  ([id, [title, text]]) =>
    html`<dt id="${id}">${title}</dt>
<dd>${text}</dd>
`,
);
const BODY = html`<h1>Terms</h1>
<dl>
${ENTRIES}</dl>
<p><a href="../docs">API reference</a></p>`;
