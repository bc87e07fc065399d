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
}

export const App: AppPlugin = {
  async addListener(_eventName, listenerFunc) {
    const subscription = listen(listenerFunc);
    // Capacitor keeps the event of a cold start for the first listener.
    const { launchUrl } = device();
    if (launchUrl !== null) queueMicrotask(() => listenerFunc({ url: launchUrl }));
    return { remove: async () => subscription.remove() };
  },
};
