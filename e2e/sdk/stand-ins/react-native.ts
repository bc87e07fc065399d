import { device, listen, type Subscription } from './device.ts';

/** As documented for `Linking` of React Native. */
export interface LinkingStatic {
  addEventListener(type: 'url', handler: (event: { url: string }) => void): Subscription;
  getInitialURL(): Promise<string | null>;
}

export const Linking: LinkingStatic = {
  addEventListener: (_type, handler) => listen(handler),
  getInitialURL: async () => device().launchUrl,
};
