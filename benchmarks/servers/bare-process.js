import { createServer } from 'node:http';
import { askAll, readHead } from '../http-pipeline.js';
import { wire } from '../load/traffic.js';
import { readCodes } from '../store/codes.js';

/**
 * Measures the cost of `node:http` itself: reads the responses of the service, then sends the same bytes from
 * a Map, using only the address of the request.
 */

/** Headers that Node appends to all others. */
const OF_NODE = /^(?:date|connection|keep-alive)$/i;

const { port, visits, retrieves } = JSON.parse(process.argv[2]);
let learned = 0;
let keepAliveSeconds = 5;

const redirects = await learn(visits, 302, ['location']);
const documents = await learn(retrieves, 200, ['etag', 'content-length']);

/**
 * Requests every code from the service. Stores what all responses share once. Exits if a response differs in
 * other headers than those in `varying`.
 */
async function learn(traffic, wanted, varying) {
  const { at, count } = readCodes(traffic.codes);
  /** @type {Map<string, { values: string[], body: string }>} */
  const answers = new Map();
  let shape;
  await askAll({
    port,
    count,
    request: (index) => wire(traffic, port, at(index)),
    answer: (index, head, body) => {
      const { status, headers } = readHead(head);
      if (status !== wanted) throw new Error(`${at(index)}: ${wanted} was expected\n${head}`);
      const own = headers.filter(([name]) => !OF_NODE.test(name));
      const names = own.map(([name]) => name.toLowerCase());
      const places = varying.map((name) => names.indexOf(name));
      const values = places.map((place) => copied(own[place][1]));
      for (const place of places) own[place][1] = '';
      shape ??= { text: own.join(), headers: own.flat(), places: places.map((p) => 2 * p + 1) };
      if (own.join() !== shape.text) throw new Error(`${at(index)}: unlike the others\n${head}`);
      answers.set(at(index), { values, body });
      const timeout = headers.find(([name]) => name.toLowerCase() === 'keep-alive')?.[1];
      keepAliveSeconds = Number(/\d+/.exec(timeout ?? '')?.[0] ?? keepAliveSeconds);
      if (++learned % 1000 === 0) process.stdout.write(`learned ${learned}\n`);
    },
  });
  return { answers, status: wanted, ...shape, skip: traffic.path.length };
}

/** Copies a text, so that it does not keep the longer text in memory from which it was cut. */
function copied(text) {
  return Buffer.from(text, 'latin1').toString('latin1');
}

function respond(response, { answers, status, headers, places, skip }, url) {
  const answer = answers.get(url.slice(skip));
  if (!answer) return response.writeHead(404).end();
  const sent = headers.slice();
  for (let index = 0; index < places.length; index++) sent[places[index]] = answer.values[index];
  response.writeHead(status, sent);
  return answer.body === '' ? response.end() : response.end(answer.body);
}

const server = createServer({ keepAliveTimeout: keepAliveSeconds * 1000 }, (request, response) => {
  const { url = '' } = request;
  respond(response, url.startsWith(retrieves.path) ? documents : redirects, url);
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on ${server.address().port}\n`);
});
