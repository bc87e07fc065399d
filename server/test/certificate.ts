import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A self-signed certificate, valid from yesterday for `days`. */
export function certificateFor(name: string, days = 30): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const subject = der(SEQUENCE, der(SET, der(SEQUENCE, OID.commonName, der(UTF8, name))));
  const address = isIPv4(name)
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, name);
  const from = Date.now() - DAY_MS;
  const content = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1]), randomBytes(8)),
    SIGNED_BY_ECDSA,
    subject,
    der(SEQUENCE, time(from), time(from + days * DAY_MS)),
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(
      0xa3,
      der(
        SEQUENCE,
        der(SEQUENCE, OID.subjectAltName, der(OCTETS, der(SEQUENCE, address))),
        der(SEQUENCE, OID.basicConstraints, der(OCTETS, der(SEQUENCE, der(BOOLEAN, TRUE)))),
      ),
    ),
  );
  const signature = der(BITS, Buffer.from([0]), sign('sha256', content, privateKey));
  const whole = der(SEQUENCE, content, SIGNED_BY_ECDSA, signature).toString('base64');
  const cert = `-----BEGIN CERTIFICATE-----\n${whole}\n-----END CERTIFICATE-----\n`;
  return { cert, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}

const DAY_MS = 86_400_000;

const [BOOLEAN, INTEGER, BITS, OCTETS, UTF8, UTC_TIME, SEQUENCE, SET] = [
  0x01, 0x02, 0x03, 0x04, 0x0c, 0x17, 0x30, 0x31,
] as const;
const TRUE = Buffer.from([0xff]);
const OID = {
  commonName: Buffer.from('0603550403', 'hex'),
  subjectAltName: Buffer.from('0603551d11', 'hex'),
  basicConstraints: Buffer.from('0603551d13', 'hex'),
};
const SIGNED_BY_ECDSA = der(SEQUENCE, Buffer.from('06082a8648ce3d040302', 'hex'));

function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as Buffer)));
  const { length } = content;
  const head = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/\.\d+|\D/g, '');
  return der(UTC_TIME, `${digits.slice(2, 14)}Z`);
}
