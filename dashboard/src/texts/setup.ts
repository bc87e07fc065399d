import { number } from './counted.ts';

/** Texts of the settings pages of an app (platforms, domains, appearance, doctor) and of their shared parts. */
export const setup = {
  on: 'On',
  off: 'Off',
  discard: 'Discard changes',
  savedText: 'Your changes are in effect.',
  merged: 'Changes that someone else saved were kept.',
  readOnly: (role: string) => `You can view this page. To make changes, you need the ${role} role.`,
  platforms: {
    lead: 'Where your website and your apps are. Changes apply to new links; existing links keep their routes.',
    fields: {
      base: 'Base address',
      fallback: 'Fallback',
      apps: 'Apps that open links directly',
    },
    state: (platform: string, state: string) => `${platform}: ${state}`,
    off: 'New links get no route for this platform. Its settings are kept.',
    universal:
      'For one app that runs on iPhone and iPad. If you have a separate app for each, disable this platform.',
    baseHelp:
      'The path of a link is appended to this address. Enter the scheme of your app or an https address.',
    baseHelpWeb: 'The path of a link is appended to this address.',
    fallbackHelp: 'Visitors without the app go here. Usually the store page of the app.',
    fallbackHelpWeb: 'Visitors go here if a link has no address. Usually blank.',
    stores: {
      web: '',
      iphone: 'https://apps.apple.com/app/id…',
      ipad: 'https://apps.apple.com/app/id…',
      universal: 'https://apps.apple.com/app/id…',
      android: 'https://play.google.com/store/apps/details?id=com.shop.app',
    },
    examplePath: 'Example path',
    examplePathHelp: 'Each platform below shows the resulting address if no template matches.',
    becomes: 'becomes',
    incompleteBase: {
      web: 'Enter a complete address that begins with https://.',
      app: 'Enter a complete address: the scheme of your app with ://, such as com.shop.app://, or an https:// address.',
    },
    noBase: (path: string) =>
      `Without a base address, ${path === '' ? 'a path' : path} has no address on this platform. Visitors get the next route, and finally the web route.`,
    addApp: 'Add app',
    addAnotherApp: 'Add another app',
    removeApp: (n: number) => `Remove app ${n}`,
    apple: {
      help: 'With universal links, a tap opens the app directly. Add your app and its variants, such as a test version.',
      team: 'Team ID',
      teamHelp: '10 characters. See Membership details on developer.apple.com.',
      bundle: 'Bundle ID',
      bundleHelp: 'In Xcode, select the target of the app, then General.',
    },
    androidApp: {
      help: 'With App Links, a tap opens the app directly. Add your app and its variants, such as a test version.',
      package: 'Package name',
      packageHelp: 'The applicationId in build.gradle, or the id in the Google Play URL.',
      fingerprints: 'SHA-256 fingerprints of the signing certificate',
      fingerprintsHelp:
        'One per line, in any format. With Google Play, copy the fingerprint of the app signing key (not the upload key) from App signing in the Play Console. Without Google Play, run keytool -list -v -keystore <your keystore>.',
      sha1: 'One of the fingerprints is SHA-1 (20 bytes). Use SHA-256 (32 bytes).',
      bad: 'One of the fingerprints is not SHA-256. A SHA-256 fingerprint has 32 bytes, such as 14:6D:E9:…',
    },
  },
  hosts: {
    lead: 'The domains that your links use.',
    open: (standard: string) =>
      `Links open on ${standard} and on every other domain that points to this service and does not belong to another app. After you activate a domain, links open only on the active domains and on ${standard}.`,
    closed: (active: readonly string[], standard: string) =>
      `Links open on ${active.length === 1 ? `${active[0]}` : `${active.length} active domains`} and on ${standard}. On any other domain, visitors get a “Not found” page (404).`,
    unlistedTitle: (standard: string) => `Links on ${standard} do not open your app directly`,
    unlisted: (app: string) =>
      `All apps of this service share this domain, and the operator decides which apps its association files list. Add your own domain, or ask the operator to run: smartlink app allow-default-host ${app}`,
    add: 'Add domain',
    list: 'Domains',
    states: { proven: 'Active', pending: 'Pending' },
    added: (host: string) => `${host} added. Verify that you own it to activate it.`,
    removed: (host: string) => `${host} removed`,
    activated: (host: string) => `${host} is active. Links now open on it.`,
    known: (host: string) => `${host} is already in the list.`,
    emptyTitle: 'No custom domain',
    emptyText:
      'With your own domain, such as go.shop.example, links show your brand, and phones can open your app directly.',
    prove:
      'To verify that you own the domain, create this record at your DNS provider, then check it. The domain has no effect until then.',
    check: 'Check record',
    checkOf: (host: string) => `Check record: ${host}`,
    results: {
      missing: (name: string) =>
        `No TXT record found for ${name}. A new record can take several minutes to appear.`,
      different: (name: string) =>
        `The TXT record for ${name} has a different value. Compare it with the value above.`,
      unavailable: () => 'The DNS lookup failed. Try again in a minute.',
    },
    record: {
      type: 'Type',
      name: 'Name',
      value: 'Value',
      nameOf: (type: string) => `the name of the ${type} record`,
      valueOf: (type: string) => `the value of the ${type} record`,
    },
    dns: 'To point the domain to this service, create this record:',
    dnsAddresses: 'IP addresses of this service (ask the operator)',
    removeTitle: (host: string) => `Remove ${host}?`,
    removeText: (host: string, last: boolean) =>
      last
        ? `This is the last active domain. Without it, links open again on every domain that points to this service and does not belong to another app. To use ${host} again, you must verify it again.`
        : `Visitors who open links on ${host} get a “Not found” page. To use the domain again, you must verify it again.`,
    removePendingText: (host: string) => `${host} is not active yet, so no links stop working.`,
  },
  appearance: {
    lead: 'How the pages that visitors see and social previews look.',
    pages: 'Pages',
    pagesText: 'The pages load no external resources and support light and dark mode.',
    name: 'App name',
    nameHelp: 'Shown to visitors.',
    icon: 'Icon',
    iconHelp: 'Any image. It is resized to 96 × 96 pixels and embedded in the page.',
    iconNow: 'Current icon',
    iconChoose: 'Choose image',
    iconReplace: 'Replace image',
    iconNoPicture: (name: string) =>
      `${name} cannot be read as an image. Use a PNG, JPEG, WebP or SVG file.`,
    iconTooLarge: (length: number, most: number) =>
      `The image has too much detail. Its smallest version has ${number(length)} characters; the limit is ${number(most)}. Use a simpler image with flat colors.`,
    color: 'Color',
    colorHelp: 'The color of buttons.',
    colorPick: 'Pick a color from the screen',
    colorSample: 'Open app',
    colorText: (text: 'white' | 'black') => `Button text is ${text} and readable.`,
    colorDarkened:
      'Button text is white. The button is slightly darker than this color so that the text is readable.',
    home: 'Home page',
    homeHelp: 'Pages for missing, deleted or unavailable links point visitors to this address.',
    card: 'Default social preview',
    cardText: 'Shown when someone shares a link that has no social preview of its own.',
    computers: 'Computers',
    qr: 'Show a QR code',
    qrHelp:
      'If a link opens only on phones and tablets, computers show its QR code instead of an error page.',
    going: 'Parameters',
    goingText: 'Parameters that are added to the destination.',
    forward: 'Forward query parameters',
    forwardHelp:
      'Query parameters of the visited link are added to web addresses that do not already have them.',
    code: 'Pass the short code to the app',
    codeHelp: 'Adds smartlink=<short code> to the addresses that open the app.',
    preview: {
      title: 'Preview',
      page: 'Page',
      pages: {
        'open-app': 'Open app',
        preview: 'Social preview',
        gone: 'Link no longer available',
        'not-found': 'Link not found',
        'no-route': 'Not available on this device',
        scan: 'QR code for computers',
      },
      device: 'Device',
      devices: { iphone: 'iPhone', android: 'Android', desktop: 'Computer' },
      language: 'Language',
      frame: (page: string, device: string) => `Preview: ${page}, ${device}`,
      invalid: 'Fix the marked fields to update the preview.',
    },
  },
  doctor: {
    lead: 'Checks the settings of this app and suggests fixes.',
    ask: 'Check domains',
    askAgain: 'Check domains again',
    asking: 'Checking all domains. This can take several seconds.',
    healthy: 'No problems found',
    healthyText: 'The settings have no problems.',
    asked: {
      notYet: 'The domains were not checked.',
      correct: (hosts: readonly string[]) =>
        `On ${hosts.join(', ')}, phones find the apps that open links directly.`,
      noApp: 'No domain was checked because the platforms have no app that opens links directly.',
      noDomain:
        'No domain was checked because this app has no domain that phones can reach: an active one, with https on port 443.',
    },
    levels: { error: 'Error', warning: 'Warning', hint: 'Hint', ok: 'OK' },
    groups: {
      error: 'Errors',
      warning: 'Warnings',
      hint: 'Hints',
      ok: 'OK',
    },
    toSettings: (page: string) => `Go to ${page}`,
    toTemplate: (name: string) => `Go to template ${name}`,
    toWebhook: 'Go to the webhook',
    toEnding: 'Show these links',
  },
};
