/** Short explanations of terms. `/docs/terms` says more about each, under the same name. */
export const help = {
  button: (title: string) => `Help: ${title}`,
  more: 'Read more (opens a new tab)',
  terms: {
    template: {
      title: 'Template',
      text: 'A pattern for paths, such as products/:id, with a route for each platform. New links whose destination matches get these routes.',
    },
    fallback: {
      title: 'Fallback',
      text: 'Where visitors go if the app is not installed, usually its page in an app store.',
    },
    limit: {
      title: 'Redemption limit',
      text: 'How many times apps can get the metadata of the link, such as a coupon. Visits do not count. Blank means no limit.',
    },
    domain: {
      title: 'Domain',
      text: 'The host name in the address of a link. Your own domain works after you verify it with a DNS record. Until then, use the default domain.',
    },
    'platform-token': {
      title: 'Platform token',
      text: 'A token for one platform, in your app or web page. Anyone can extract it, so it is public and has few rights. A server token is secret.',
    },
    unique: {
      title: 'Reusing a link',
      text: 'One link for each destination: if it exists, you get it, and nothing is created or changed. Only links that were created with this option are reused.',
    },
  },
};
