import { device, listen } from './device.ts';

export interface PluginListenerHandle {
  remove: () => Promise<void>;
}

/** Has the documented types of @capacitor/app. */
export interface AppPlugin {
  addListener(
    eventName: 'appUrlOpen',
    listenerFunc: (event: { url: string }) => void,
  ): Promise<PluginListenerHandle>;
  getLaunchUrl(): Promise<{ url: string } | undefined>;
}

export const App: AppPlugin = {
  async addListener(_eventName, listenerFunc) {
    const subscription = listen(listenerFunc);
    return { remove: async () => subscription.remove() };
  },
  async getLaunchUrl() {
    const { launchUrl } = device();
    return launchUrl === null ? undefined : { url: launchUrl };
  },
};
