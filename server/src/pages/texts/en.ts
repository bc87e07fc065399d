/**
 * The texts of all pages. `{app}` is the app of the link, `{browser}` the app that shows the page. If the name is
 * unknown, the text after `|` replaces what is in brackets.
 */
export const EN = {
  openHeading: 'This link opens in [{app}|an app]',
  openText: 'Tap the button to continue.',
  openButton: 'Open [in {app}|the app]',
  getApp: 'Get [{app}|the app]',
  getText: 'This link opens in an app. You can get it from the app store.',
  getButton: 'Go to the app store',
  web: 'Continue on the web',
  // For built-in browsers that may open other apps, then for those that never do.
  inAppHint:
    'You are in the built-in browser of [{browser}|an app]. If nothing happens, open its menu (⋯) and choose “Open in browser”.',
  blockedHint:
    '[{browser}|This browser] does not let links open other apps. Open its menu (⋯) and choose “Open in browser”.',
  probeHeading: 'Opening the link',
  probeText: 'If this page does not continue automatically, choose an option.',
  notFoundHeading: 'We can’t find this link',
  notFoundText:
    'The address may be incomplete. Uppercase and lowercase letters are different. Check the address, or ask the person who sent it.',
  goneHeading: 'This link is no longer available',
  goneText: 'Ask the person who sent it for a new link.',
  earlyHeading: 'This link is not available yet',
  earlyText: 'It will work later. Try again then, or ask the person who sent it.',
  expiredHeading: 'This link has expired',
  expiredText: 'It worked for a limited time only. Ask the person who sent it for a new link.',
  noRouteHeading: 'Not available on this device',
  noRouteText:
    'This link does not open on this device. Try another device, or ask the person who sent it.',
  scanHeading: 'Open this link on your phone',
  scanText: 'Point the camera of your phone at this code, or enter the address below it.',
  scanTextWithoutCode: 'Enter this address on your phone.',
  goHome: 'Go to [{app}|the website]',
  unavailableHeading: 'Temporarily unavailable',
  unavailableText: 'This link cannot be opened right now. Please try again in a few seconds.',
  retry: 'Try again',
  requestId: 'Request ID:',
  tooManyHeading: 'Please wait a minute',
  tooManyText:
    'Many links that do not exist were opened from your network. Wait a minute, then open this link again.',
  methodHeading: 'Method not allowed',
  methodText: 'This address supports only GET and HEAD.',
};

export type Texts = Readonly<typeof EN>;
