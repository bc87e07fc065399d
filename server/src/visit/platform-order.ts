import type { Platform } from '../domain/app/platform.ts';
import type { Device } from '../platform/rules.ts';

/** The platforms whose routes each device can use. The first route with a destination is used. */
export const PLATFORM_ORDER: Readonly<Record<Device, readonly Platform[]>> = {
  iphone: ['iphone', 'universal', 'web'],
  ipad: ['ipad', 'universal', 'iphone', 'web'],
  android: ['android', 'web'],
  desktop: ['web'],
};
