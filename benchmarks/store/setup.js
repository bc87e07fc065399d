export const product = { link: 'com.shop.app://product/:id', fallback: '@web' };
const app = { base: 'com.shop.app://', fallback: 'https://shop.example/get-the-app' };
export const platforms = {
  web: { base: 'https://shop.example' },
  iphone: app,
  ipad: app,
  universal: { enabled: false },
  android: app,
};

/** An app as a shop would set it up: one template, and three platforms that open the mobile app. */
export const setup = {
  apps: [
    {
      // The service creates an app with this name in a new database, so its tokens can be used.
      name: 'my-app',
      platforms,
      templates: [
        {
          name: 'product',
          pattern: 'products/:id',
          routes: {
            web: { link: 'https://shop.example/products/:id' },
            iphone: product,
            ipad: product,
            android: product,
          },
        },
      ],
    },
  ],
};
