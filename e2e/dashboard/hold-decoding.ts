import type { Page as Tab } from 'playwright-core';

/** Holds the next image file of the page, as a large one would, until the returned function is called. */
export async function holdDecoding(tab: Tab): Promise<() => Promise<unknown>> {
  await tab.evaluate(`(() => {
    const { decode } = HTMLImageElement.prototype;
    const released = new Promise((resolve) => (globalThis.releaseImage = resolve));
    HTMLImageElement.prototype.decode = async function () {
      HTMLImageElement.prototype.decode = decode;
      await released;
      await decode.call(this);
    };
  })()`);
  return () => tab.evaluate('globalThis.releaseImage()');
}
