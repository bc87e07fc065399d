import type { ClickSettings } from '../../src/storage/clicks/clicks.ts';

/** The defaults of the settings. */
export const CLICK_SETTINGS: ClickSettings = {
  rawDays: 90,
  months: 25,
  respectGpc: true,
  flushSeconds: 1,
  countryFile: undefined,
  dataCenterFile: undefined,
};
