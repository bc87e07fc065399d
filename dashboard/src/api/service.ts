/** The address of the service; the dashboard is one level below it. */
export const SERVICE = new URL('..', document.baseURI);
