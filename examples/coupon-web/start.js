import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const USAGE = `Usage: node start.js --service <address> --token <sl_web_…> [--port 4000]

  --service   the address of the service, such as http://127.0.0.1:8080; default: SMARTLINK_SERVICE
  --token     the web token of your app; default: SMARTLINK_TOKEN
`;

const { service, token, port } = readArguments();
const sdk = fileURLToPath(import.meta.resolve('@smartlink/client'));
if (!existsSync(sdk))
  exitWithError('The SDK is not built yet. In the root of the repository: npm run build');

// Serves only these files. They contain the web token, which is public.
const settings = `export const service = ${JSON.stringify(service)};
export const token = ${JSON.stringify(token)};
`;
const FILES = new Map([
  ['/', ['text/html', read('index.html')]],
  ['/coupon.css', ['text/css', read('coupon.css')]],
  ['/coupon.js', ['text/javascript', read('coupon.js')]],
  ['/settings.js', ['text/javascript', settings]],
  ['/smartlink.js', ['text/javascript', readFileSync(sdk)]],
]);

const HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `connect-src ${new URL(service).origin}`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  // The address of the page contains the code.
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
  'cache-control': 'no-store',
};

const server = createServer((request, response) => {
  const [path] = request.url.split('?');
  const file = FILES.get(path);
  const [type, body] = file ?? ['text/plain', 'Not found.\n'];
  const headers = { ...HEADERS, 'content-type': `${String(type)}; charset=utf-8` };
  response.writeHead(file ? 200 : 404, headers).end(body);
});
server.once('error', ({ message }) => exitWithError(message));
server.listen(port, '127.0.0.1', () => {
  const page = `http://127.0.0.1:${server.address().port}/`;
  process.stdout.write(`The coupon page is ready. Create a link with a coupon for three users:

  npx smartlink link create welcome --app shop --redeem-limit 3 --metadata '{"coupon":"WELCOME"}'

Open ${page}?smartlink=<address of the link>
or open ${page} and paste the address.
`);
});

function read(name) {
  return readFileSync(new URL(name, import.meta.url));
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        service: { type: 'string', default: process.env.SMARTLINK_SERVICE },
        token: { type: 'string', default: process.env.SMARTLINK_TOKEN },
        port: { type: 'string', default: '4000' },
      },
    });
    if (!/^https?:\/\//i.test(values.service) || !URL.canParse(values.service))
      throw new Error('--service must be the address of the service, with http:// or https://.');
    // Every visitor of the page can read the token, so it must not be a server token.
    if (!values.token?.startsWith('sl_web_')) throw new Error('--token must be a web token.');
    return values;
  } catch ({ message }) {
    exitWithError(`${message}\n\n${USAGE}`);
  }
}

function exitWithError(message) {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
