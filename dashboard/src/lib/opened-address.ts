/** Characters that browsers escape in the path and the query of an address. */
const ESCAPED = /[\s"<>`{}]/g;

/** An address as browsers open it: `https://shop.example/my%20page`. A path stays as it is. */
export function openedAddress(address: string): string {
  const isAbsolute = /^[a-z][a-z0-9+.-]*:\/\//i.test(address);
  return isAbsolute ? address.replace(ESCAPED, encodeURIComponent) : address;
}
