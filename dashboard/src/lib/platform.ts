import { PLATFORMS, type Platform } from '../api/types.ts';

export function isPlatform(text: string): text is Platform {
  return (PLATFORMS as readonly string[]).includes(text);
}
