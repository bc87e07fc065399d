import { wire } from './traffic.js';

/** Stands where the code or the number goes. */
const HERE = '\u0000';

/**
 * The script that makes wrk send this load. wrk has no end of percentiles but prints few, so the
 * script prints its result itself, as JSON.
 * @param {import('./generate.js').Load} load
 */
export function wrkScript({ port, traffic, pauseMs }) {
  const request = traffic.kind === 'code' ? byCode(traffic, port) : byNumber(traffic, port);
  return [
    `math.randomseed(${Math.floor(Math.random() * 2 ** 31)})`,
    request,
    pauseMs === undefined ? '' : pause(pauseMs),
    RESULT,
  ].join('\n');
}

function byCode(traffic, port) {
  const { file, length, count } = traffic.codes;
  const [before, after] = wire(traffic, port, HERE).split(HERE);
  return `
local file = assert(io.open(${lua(file)}, 'rb'))
local codes = file:read('*a')
file:close()
local before, after = ${lua(before)}, ${lua(after)}
function request()
  local at = math.random(0, ${count - 1}) * ${length}
  return before .. codes:sub(at + 1, at + ${length}) .. after
end`;
}

function byNumber(traffic, port) {
  const { numbers } = traffic;
  const [head] = wire({ ...traffic, body: ['', ''] }, port, '').split('Content-Length');
  const next = 'upTo' in numbers ? `math.random(1, ${numbers.upTo})` : 'last + 1';
  return `
local last = ${'after' in numbers ? numbers.after : 0}
local head = ${lua(`${head}Content-Length: `)}
function request()
  last = ${next}
  local body = ${lua(traffic.body[0])} .. last .. ${lua(traffic.body[1])}
  return head .. #body .. ${lua('\r\n\r\n')} .. body
end`;
}

/** Around the pause, so that the connections do not march in step. */
function pause(milliseconds) {
  const [least, most] = [Math.floor(milliseconds / 2), Math.ceil(milliseconds * 1.5)];
  return `function delay() return math.random(${least}, ${most}) end`;
}

const RESULT = `
function done(summary, latency, requests)
  local e = summary.errors
  print(string.format(
    'RESULT {"seconds":%.6f,"requests":%d,"p50":%.3f,"p99":%.3f,"slowest":%.3f,"failures":' ..
    '{"connect":%d,"read":%d,"write":%d,"timeout":%d,"status of 400 or more":%d}}',
    summary.duration / 1e6, summary.requests, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, latency.max / 1e3,
    e.connect, e.read, e.write, e.timeout, e.status))
end`;

/** JSON's way to write ASCII text is Lua's too. */
const lua = (text) => JSON.stringify(text);
