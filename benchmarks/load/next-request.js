import { readCodes } from '../store/codes.js';
import { redemptionId } from './traffic.js';

/**
 * Returns a function that returns the next request of a load, for the generators in JavaScript.
 * @param {import('./traffic.js').Traffic} traffic
 * @returns {() => { method: string, path: string, headers: Record<string, string>, body?: string }}
 */
export function requestsOf(traffic) {
  return { code: byCode, path: byPath, number: byNumber, redemption, mix }[traffic.kind](traffic);
}

const below = (count) => Math.floor(Math.random() * count);

function byCode({ method, path, headers, codes }) {
  const { at, count } = readCodes(codes);
  return () => ({ method, path: path + at(below(count)), headers });
}

function byPath({ method, headers, paths }) {
  return () => ({ method, path: paths[below(paths.length)], headers });
}

function byNumber({ method, path, headers, body, numbers }) {
  let last = numbers.after;
  const number = () => ('upTo' in numbers ? 1 + below(numbers.upTo) : ++last);
  return () => ({ method, path, headers, body: body.join(String(number())) });
}

function redemption({ method, path, headers, body: [before, between, after], numbers, codes }) {
  const { at, count } = readCodes(codes);
  let last = numbers.after;
  return () => {
    const body = before + at(below(count)) + between + redemptionId(++last) + after;
    return { method, path, headers, body };
  };
}

function mix({ parts }) {
  const nexts = parts.map(({ traffic }) => requestsOf(traffic));
  return () => {
    let rest = Math.random();
    const part = parts.findIndex(({ share }) => (rest -= share) < 0);
    return nexts.at(part)();
  };
}
