/** The settings pages of an app: platforms, domains, look, doctor; and what they share. */
export const setup = {
  on: 'On',
  off: 'Off',
  discard: 'Discard changes',
  savedText: 'In effect from now on.',
  merged: 'What somebody else changed meanwhile was kept.',
  readOnly: (role: string) =>
    `You can look at everything here. To change it takes the role ${role}.`,
  clash: {
    title: 'Somebody changed the same meanwhile',
    text: 'Nothing is lost and nothing is saved yet. Choose for each what it should be; everything else of both of you is kept.',
    mine: 'Yours',
    theirs: 'Saved by somebody else',
    allMine: 'All of mine',
    allTheirs: 'All of theirs',
    nothing: 'nothing',
    back: 'Keep editing',
    save: 'Save this',
  },
  platforms: {
    lead: 'How the app publishes on each platform. Links that exist keep the routes that they were made with.',
    fields: {
      enabled: 'On or off',
      base: 'Base address',
      fallback: 'Fallback',
      apps: 'Apps that open links without a page',
    },
    enabled: (platform: string) => `${platform} is on`,
    off: 'Links get no route for this platform. Its settings are kept.',
    universal: 'One app that serves iPhone and iPad alike. With one app for each, switch it off.',
    baseHelp: 'The path of a link is joined to it: the scheme of your app, or https.',
    baseHelpWeb: 'The path of a link is joined to it.',
    fallbackHelp: 'Where people go who do not have the app, usually its page in the store.',
    fallbackHelpWeb: 'Where people go when the link leads nowhere. Usually empty.',
    stores: {
      web: '',
      iphone: 'https://apps.apple.com/app/id…',
      ipad: 'https://apps.apple.com/app/id…',
      universal: 'https://apps.apple.com/app/id…',
      android: 'https://play.google.com/store/apps/details?id=com.shop.app',
    },
    examplePath: 'Try a path',
    examplePathHelp: 'Each platform below shows what becomes of it, where no template matches.',
    becomes: 'becomes',
    nowhere: (path: string) =>
      `Without a base, ${path === '' ? 'a path' : path} leads nowhere here: visitors go on to the next route, in the end to the web.`,
    addApp: 'Add an app',
    addAnotherApp: 'Add another app',
    removeApp: (number: number) => `Remove app ${number}`,
    apple: {
      help: 'Universal links: a tap opens the app at once. The app itself, a test version, a second brand.',
      team: 'Team ID',
      teamHelp: '10 characters: developer.apple.com, Membership details',
      bundle: 'Bundle ID',
      bundleHelp: 'Xcode, the target of the app, General',
    },
    androidApp: {
      help: 'App links: a tap opens the app at once. The app itself, a test version, a second brand.',
      package: 'Package name',
      packageHelp:
        'The applicationId in build.gradle, or the id in the address of its page in Google Play.',
      fingerprints: 'SHA-256 fingerprints of the signing certificate',
      fingerprintsHelp:
        'One on each line, in any form: it is put right for you. Play Console, App signing: the app signing key, not the upload key. Without Play: keytool -list -v -keystore <your keystore>',
      sha1: 'One of them is a SHA-1 fingerprint, of 20 bytes. Copy the SHA-256 one, of 32 bytes.',
      bad: 'One of them is no SHA-256 fingerprint: it has 32 bytes, such as 14:6D:E9:…',
    },
  },
  hosts: {
    lead: 'Domains under which the links of this app open.',
    open: (standard: string) =>
      `Links of this app open under ${standard} and under every name that leads to this service, unless another app has it. Once a domain of this app is active, they open only under its domains and under ${standard}.`,
    closed: (active: readonly string[], standard: string) =>
      `Links of this app open under ${active.length === 1 ? `${active[0]}` : `its ${active.length} active domains`} and under ${standard}. Under any other name they are “not found” (404).`,
    unlistedTitle: (standard: string) => `Phones do not open your app for links under ${standard}`,
    unlisted: (app: string) =>
      `All apps of this service share that host, and the operator decides which of them its association files list. Use a domain of your own, or ask the operator to run: smartlink app allow-default-host ${app}`,
    add: 'Add a domain',
    ask: 'Check the domains',
    list: 'Domains',
    states: { proven: 'Active', pending: 'Pending' },
    added: (host: string) => `${host} is pending: prove that it is yours.`,
    removed: (host: string) => `${host} is removed.`,
    activated: (host: string) => `Links open under ${host} now.`,
    known: (host: string) => `${host} is in the list already.`,
    emptyTitle: 'No domain of its own',
    emptyText:
      'With a domain such as go.shop.example, links look like yours, and phones can open your app at once.',
    prove:
      'Prove that the domain is yours: create this record at your DNS provider, then check it. Until then the domain has no effect.',
    check: 'Check now',
    checkOf: (host: string) => `Check now: ${host}`,
    results: {
      missing: (name: string) =>
        `DNS has no TXT record for ${name} yet. It can take some minutes until a new record is seen.`,
      different: (name: string) =>
        `DNS has a TXT record for ${name}, but not with this value. Compare the two.`,
      unavailable: () => 'DNS did not answer. Try again in a minute.',
    },
    record: {
      type: 'Type',
      name: 'Name',
      value: 'Value',
      nameOf: (type: string) => `the name of the ${type} record`,
      valueOf: (type: string) => `the value of the ${type} record`,
    },
    dns: 'Point the domain to this service with this record:',
    dnsAddresses: 'the IP addresses of this service, which its operator knows',
    removeTitle: (host: string) => `Remove ${host}`,
    removeText: (host: string, last: boolean) =>
      last
        ? `It is the last active domain: links of this app open again under every name that leads to this service and that no other app has. Before you can use ${host} again, you have to prove it again.`
        : `Links that were shared under ${host} become “not found”. Before you can use it again, you have to prove it again.`,
    removePendingText: (host: string) => `${host} has no effect yet, so no link stops working.`,
  },
  look: {
    lead: 'The pages that visitors see when a link needs one, and the card that chats show.',
    pages: 'Pages',
    pagesText: 'They load nothing from elsewhere and adapt to light and dark by themselves.',
    name: 'Name of the app',
    nameHelp: 'As visitors read it.',
    icon: 'Icon',
    iconHelp: 'Any picture; it is made 96 × 96 pixels and travels inside the page.',
    iconNow: 'The icon as it is',
    iconChoose: 'Choose a picture',
    iconReplace: 'Choose another',
    iconNoPicture: (name: string) =>
      `${name} cannot be read as a picture. Take a PNG, JPEG, WebP or SVG file.`,
    iconTooLarge: (length: number, most: number) =>
      `This picture has too much detail: at its smallest it takes ${length.toLocaleString()} of at most ${most.toLocaleString()} characters. Take a simpler one, with flat colours.`,
    color: 'Colour',
    colorHelp: 'Of buttons.',
    colorPick: 'Take a colour from the screen',
    colorSample: 'Open the app',
    colorText: (text: 'white' | 'black') => `Text on it is ${text} and can be read well.`,
    colorDarkened:
      'Text on it is white; the button is made a little darker so that it can be read.',
    home: 'Home',
    homeHelp: 'Where to go from links that are gone, do not exist or lead nowhere.',
    card: 'Card in chats',
    cardText: 'Shown for links that say nothing of their own when somebody pastes them.',
    cardTitle: 'Title',
    cardDescription: 'Description',
    cardImage: 'Picture',
    cardImageHelp: 'An address; 1200 × 630 pixels and at most 300 KB suit all networks.',
    going: 'On the way',
    goingText: 'What goes along to where a link leads.',
    forward: 'Pass query parameters on',
    forwardHelp: 'What stands behind ? in a visit is added to web addresses that lack it.',
    code: 'Tell the app the code of the link',
    codeHelp: 'Adds smartlink=<code> to the addresses that open the app.',
    preview: {
      title: 'Preview',
      page: 'Page',
      pages: {
        'open-app': 'Open the app',
        preview: 'Card in a chat',
        gone: 'The link is gone',
        'not-found': 'No such link',
        'no-route': 'Nothing for this device',
      },
      device: 'Device',
      devices: { iphone: 'iPhone', android: 'Android', desktop: 'Computer' },
      language: 'Language',
      frame: (page: string, device: string) => `Preview: ${page}, ${device}`,
      faulty: 'Mend what is marked, then the preview shows it.',
      noImage: 'No picture',
    },
  },
  doctor: {
    lead: 'Looks the settings of this app over and says what to mend.',
    ask: 'Also check the domains',
    askAgain: 'Check the domains again',
    asking: 'Checking every domain as phones do. This may take some seconds.',
    healthy: 'All is well',
    healthyText:
      'There is nothing to fix in the settings. Whether the domains answer as phones expect was not checked.',
    healthyAsked: (count: number) =>
      count === 1
        ? 'There is nothing to fix, and the domain of the links answers as phones expect.'
        : `There is nothing to fix, and all ${count} domains answer as phones expect.`,
    healthyNoneAsked:
      'There is nothing to fix in the settings. No domain was checked: phones need one only for apps that open links without a page.',
    levels: { error: 'Error', warning: 'Warning', hint: 'Hint', ok: 'Fine' },
    groups: {
      error: 'Broken',
      warning: 'Visitors get less than they could',
      hint: 'May well be meant',
      ok: 'Fine',
    },
    toSettings: (page: string) => `Go to ${page}`,
    toTemplate: (name: string) => `Go to the template ${name}`,
  },
};
