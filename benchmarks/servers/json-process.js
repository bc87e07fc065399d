import { createServer } from 'node:http';

/**
 * Measures the cost of HTTP and JSON in a create: parses each body, and sends the same bytes as the service,
 * always the same ones. Nothing is stored.
 */

const { status, headers, body } = JSON.parse(process.argv[2]);

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { uri } = JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(typeof uri === 'string' ? status : 400, headers);
    response.end(body);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
