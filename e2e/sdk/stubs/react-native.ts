import { device, listen, type Subscription } from './device.ts';

/** Has the documented types of `Linking` in React Native. */
export interface LinkingStatic {
  addEventListener(type: 'url', handler: (event: { url: string }) => void): Subscription;
  getInitialURL(): Promise<string | null>;
}

export const Linking: LinkingStatic = {
  addEventListener: (_type, handler) => listen(handler),
  getInitialURL: async () => device().launchUrl,
};

/** Has the documented types of `Platform` in React Native. */
export const Platform: { readonly OS: 'ios' | 'android' | 'macos' | 'windows' | 'web' } = {
  OS: 'ios',
};
