/**
 * The schemes that links must not use, by what happens when a user opens such an address. All others are
 * allowed: apps choose their own schemes. `docs/operate/security.md` describes the rule.
 */
const CLASSES = {
  /** A script, a script archive, a help viewer or a shell runs the content of the address. */
  runsCode: `
    javascript jscript livescript mocha vbscript vbs data mhtml jar jnlp jnlps shell hcp mk its
    applescript shortcuts workflow lynxcgi lynxexec ghelp gnome-help help x-man-page`,
  /** The address reads files of the device or resources of its programs. */
  readsLocalFiles: `
    file blob filesystem content resource res android.resource disk disks search search-ms
    iehistory ierss vnd.ms.radio wyciwyg wysiwyg`,
  /** The address starts installers or changes profiles and system settings. */
  changesTheDevice: `
    itms-services apple-magnifier apt apturl flatpak flatpak+https android-app intent
    android-secret-code prefs app-prefs x-apple.systempreferences x-apple-systempreferences`,
  /** Network shares and remote sessions, which can send the user's password to a server. */
  connectsToServers: `
    smb cifs afp nfs dav davs webdav webdavs ftp ftps sftp scp fish ssh telnet tn3270 rlogin rdp vnc
    ldap ldaps nntp odopen grvopen ws wss`,
  /** Pages of the browser itself. */
  opensBrowserPages: `
    about devtools edge brave opera vivaldi safari-extension safari-web-extension
    safari-resource`,
  /** The address contains another address, which is not checked. */
  carriesAnotherAddress: `
    view-source feed feeds pcast itpc ie.http googlechrome googlechromes googlechrome-x-callback
    firefox firefox-focus touch-http touch-https com-apple-mobilesafari-tab`,
} as const;

/** By name, lower case. */
export const REFUSED_SCHEMES: ReadonlySet<string> = new Set(
  Object.values(CLASSES).flatMap((names) => names.split(/\s+/).filter((name) => name !== '')),
);

/** Schemes with these prefixes belong to a browser or to Windows. */
export const REFUSED_PREFIXES: readonly string[] = [
  'chrome',
  'ms-',
  'microsoft-edge',
  'moz-',
  'x-safari-',
];

/** Whether links must not use this scheme; without its colon, in any letter case. */
export function isRefusedScheme(scheme: string): boolean {
  const name = scheme.toLowerCase();
  return REFUSED_SCHEMES.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
