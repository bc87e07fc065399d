import { partsOf, wire } from './traffic.js';

/** Placeholder for the code or the number. */
const HERE = '\u0000';

/**
 * Returns the script that makes wrk send this load. wrk prints only a few percentiles, so the script prints
 * the result itself, as JSON.
 * @param {import('./generate.js').Load} load
 */
export function wrkScript({ port, traffic, pauseMs }) {
  const parts = partsOf(traffic);
  return [
    `math.randomseed(${Math.floor(Math.random() * 2 ** 31)})`,
    'local requests = {}',
    ...parts.map(({ traffic: part }) => `do\n${MAKERS[part.kind](part, port)}\nend`),
    choice(parts),
    pauseMs === undefined ? '' : pause(pauseMs),
    RESULT,
  ].join('\n');
}

/** Each returns code that adds a function to `requests`. */
const MAKERS = { code: byCode, path: byPath, number: byNumber, redemption: byCodeAndNumber };
const ADD = 'requests[#requests + 1] = function()';

/** The function that wrk calls: the only one, or one of them by its share. */
function choice(parts) {
  if (parts.length === 1) return 'request = requests[1]';
  let sum = 0;
  const lines = parts.slice(0, -1).map(({ share }, index) => {
    sum += share;
    return `  if roll < ${sum} then return requests[${index + 1}]() end`;
  });
  return `function request()
  local roll = math.random()
${lines.join('\n')}
  return requests[${parts.length}]()
end`;
}

function byCode(traffic, port) {
  const { file, length, count } = traffic.codes;
  const [before, after] = wire(traffic, port, HERE).split(HERE);
  return `
local file = assert(io.open(${lua(file)}, 'rb'))
local codes = file:read('*a')
file:close()
local before, after = ${lua(before)}, ${lua(after)}
${ADD}
  local at = math.random(0, ${count - 1}) * ${length}
  return before .. codes:sub(at + 1, at + ${length}) .. after
end`;
}

function byPath(traffic, port) {
  const all = traffic.paths.map((path) => lua(wire(traffic, port, path)));
  return `
local all = {${all.join(', ')}}
${ADD}
  return all[math.random(1, #all)]
end`;
}

function byNumber(traffic, port) {
  const { numbers } = traffic;
  const next = 'upTo' in numbers ? `math.random(1, ${numbers.upTo})` : 'last + 1';
  return `
local last = ${'after' in numbers ? numbers.after : 0}
local head = ${lua(`${headOf(traffic, port)}Content-Length: `)}
${ADD}
  last = ${next}
  local body = ${lua(traffic.body[0])} .. last .. ${lua(traffic.body[1])}
  return head .. #body .. ${lua('\r\n\r\n')} .. body
end`;
}

/** The same ids as `redemptionId`. */
function byCodeAndNumber(traffic, port) {
  const { file, length, count } = traffic.codes;
  const [before, between, after] = traffic.body;
  const head = `${headOf(traffic, port)}Content-Length: ${[before, between, after].join('').length + length + 36}\r\n\r\n`;
  return `
local file = assert(io.open(${lua(file)}, 'rb'))
local codes = file:read('*a')
file:close()
local last = ${traffic.numbers.after}
local before, between, after = ${lua(head + before)}, ${lua(between)}, ${lua(after)}
${ADD}
  last = last + 1
  local at = math.random(0, ${count - 1}) * ${length}
  local prefix = string.format('%04x%04x', math.random(0, 65535), math.random(0, 65535))
  return before .. codes:sub(at + 1, at + ${length}) .. between .. prefix ..
    string.format('-0000-4000-8000-%012d', last) .. after
end`;
}

/** All headers except the length of the body. */
function headOf(traffic, port) {
  return wire({ ...traffic, kind: 'number', body: ['', ''] }, port, '').split('Content-Length')[0];
}

/** A random time around the pause, so that the connections do not send at the same time. */
function pause(milliseconds) {
  const [least, most] = [Math.floor(milliseconds / 2), Math.ceil(milliseconds * 1.5)];
  return `function delay() return math.random(${least}, ${most}) end`;
}

const RESULT = `
function done(summary, latency, requests)
  local e = summary.errors
  print(string.format(
    'RESULT {"seconds":%.6f,"requests":%d,"refused":%d,"p50":%.3f,"p99":%.3f,"slowest":%.3f,' ..
    '"failures":{"connect":%d,"read":%d,"write":%d,"timeout":%d}}',
    summary.duration / 1e6, summary.requests, e.status, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3,
    e.connect, e.read, e.write, e.timeout))
end`;

/** ASCII text has the same syntax in JSON and Lua. */
const lua = (text) => JSON.stringify(text);
