import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A certificate and its key, in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for tests. */
export interface Authority {
  /** The certificate that clients trust. */
  readonly cert: string;
  /** Issues a certificate for a host. */
  issue(host: string): Certificate;
}

const DAY_MS = 86_400_000;

export function certificateAuthority(name: string): Authority {
  const own = keyPair();
  const issuer = { name, key: own.privateKey };
  const isAuthority = extension('2.5.29.19', true, sequence(der(0x01, Buffer.from([0xff]))));
  return {
    cert: certificate(issuer, name, own.publicKey, isAuthority),
    issue(host) {
      const { publicKey, privateKey } = keyPair();
      const names = extension('2.5.29.17', false, sequence(der(0x82, Buffer.from(host))));
      return {
        cert: certificate(issuer, host, publicKey, names),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
      };
    },
  };
}

const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });

// A minimal part of RFC 5280: Node.js can read certificates but not create them.

function certificate(
  issuer: { readonly name: string; readonly key: KeyObject },
  subject: string,
  publicKey: KeyObject,
  extended: Buffer,
): string {
  const version3 = der(0xa0, integer(Buffer.from([2])));
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'));
  const validity = sequence(time(Date.now() - DAY_MS), time(Date.now() + DAY_MS));
  const body = sequence(
    version3,
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(issuer.name),
    validity,
    nameOf(subject),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(extended)),
  );
  const signature = sign('sha256', body, issuer.key);
  const whole = sequence(body, algorithm, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

/** A tag, its length and its content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 128 ? [length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts);
const integer = (bytes: Buffer) => der(0x02, bytes);

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 127];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 127) | 128);
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function nameOf(text: string): Buffer {
  return sequence(der(0x31, sequence(oid('2.5.4.3'), der(0x0c, Buffer.from(text)))));
}

/** `20261121075355Z` */
function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|[-:T]/g, '');
  return der(0x18, Buffer.from(digits));
}

function extension(id: string, critical: boolean, value: Buffer): Buffer {
  return sequence(oid(id), ...(critical ? [der(0x01, Buffer.from([0xff]))] : []), der(0x04, value));
}
