// Receives the events of a webhook and prints them: docs/guides/webhooks.md
//
//   npm install standardwebhooks
//   WEBHOOK_SECRET=whsec_… PORT=3000 node examples/webhook-receiver.js
//
// A clone of the repository already contains standardwebhooks. To test on one machine, start the service with
// WEBHOOK_PRIVATE_TARGETS=on, and create a webhook with the address http://127.0.0.1:3000/ (the port is that of
// PORT). The response contains the secret.
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = createWebhook(process.env.WEBHOOK_SECRET);
/** More than the largest event. */
const MAX_BYTES = 256 * 1024;
/** The ids of processed events. A real receiver stores them together with what it does. */
const processed = new Set();

function createWebhook(secret) {
  try {
    return new Webhook(secret ?? '');
  } catch {
    process.stderr.write(
      'Set WEBHOOK_SECRET to the secret of the webhook, which begins with whsec_\n',
    );
    process.exit(1);
  }
}

async function receive(request, response) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) return request.destroy();
    chunks.push(chunk);
  }
  // The signature is that of the bytes as they arrived, so verify before you parse.
  const body = Buffer.concat(chunks).toString('utf8');
  let event;
  try {
    event = webhook.verify(body, request.headers);
  } catch {
    return response.writeHead(400).end('The signature is not valid.');
  }
  const id = request.headers['webhook-id'];
  if (!processed.has(id)) {
    processed.add(id);
    process.stdout.write(`${event.timestamp} ${event.type} ${JSON.stringify(event.data)}\n`);
  }
  response.writeHead(204).end();
}

const server = createServer((request, response) => {
  receive(request, response).catch(() => request.destroy());
});

server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  process.stdout.write(`Waiting for events at http://127.0.0.1:${server.address().port}/\n`);
});
