/**
 * The schemes that no link may use, by what happens when a person opens such an address. Everything
 * else is allowed: apps choose their schemes themselves. `docs/operate/security.md` states the rule.
 */
const CLASSES = {
  /** A script, a script archive, a help viewer or a shell runs what the address says. */
  runsCode: `
    javascript jscript livescript mocha vbscript vbs data mhtml jar jnlp jnlps shell hcp mk its
    applescript shortcuts workflow lynxcgi lynxexec ghelp gnome-help help x-man-page`,
  /** Files of the device, or resources of its programs. */
  readsLocalFiles: `
    file blob filesystem content resource res android.resource disk disks search search-ms
    iehistory ierss vnd.ms.radio wyciwyg wysiwyg`,
  /** Installers, profiles and the settings of the system. */
  changesTheDevice: `
    itms-services apple-magnifier apt apturl flatpak flatpak+https android-app intent
    android-secret-code prefs app-prefs x-apple.systempreferences x-apple-systempreferences`,
  /** Shares and remote sessions, which may send the password of the person to a server. */
  connectsToServers: `
    smb cifs afp nfs dav davs webdav webdavs ftp ftps sftp scp fish ssh telnet tn3270 rlogin rdp vnc
    ldap ldaps nntp odopen grvopen ws wss`,
  /** Pages of the browser itself. */
  opensBrowserPages: `
    about devtools edge brave opera vivaldi safari-extension safari-web-extension
    safari-resource`,
  /** They carry another address, which was not checked. */
  carriesAnotherAddress: `
    view-source feed feeds pcast itpc ie.http googlechrome googlechromes googlechrome-x-callback
    firefox firefox-focus touch-http touch-https com-apple-mobilesafari-tab`,
} as const;

/** By name, lower case. */
export const REFUSED_SCHEMES: ReadonlySet<string> = new Set(
  Object.values(CLASSES).flatMap((names) => names.split(/\s+/).filter((name) => name !== '')),
);

/** All schemes that begin so belong to a browser or to Windows. */
export const REFUSED_PREFIXES: readonly string[] = [
  'chrome',
  'ms-',
  'microsoft-edge',
  'moz-',
  'x-safari-',
];

export function isRefusedScheme(scheme: string): boolean {
  const name = scheme.toLowerCase();
  return REFUSED_SCHEMES.has(name) || REFUSED_PREFIXES.some((prefix) => name.startsWith(prefix));
}
