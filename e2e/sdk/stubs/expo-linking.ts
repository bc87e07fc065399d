import { device, listen, type Subscription } from './device.ts';

/** Has the documented types of expo-linking. */
export function addEventListener(
  _type: 'url',
  handler: (event: { url: string }) => void,
): Subscription {
  return listen(handler);
}

export async function getInitialURL(): Promise<string | null> {
  return device().launchUrl;
}
