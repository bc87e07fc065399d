import { summaryOf } from '../load/at-rate.js';
import { count } from '../progress.js';

const REFUSED = new Set([429, 503]);
/** A response is normal again if it is as expected and takes at most this long. */
const NORMAL_MS = 100;
/** Health checks and cached redirects must be answered within this time. */
const ANSWERED_MS = 1000;
/** What must be answered whatever happens. */
const ALWAYS = { 'cached redirects': 302, 'health checks': 200 };
/** What is normal again after the load. */
const EXPECTED = { ...ALWAYS, 'other visits': 302, 'other creates': 201, 'other management': 200 };

/** The names of the figures of an overload. */
export const figuresOf = (name) => ({
  accepted: (kind) => `overload, ${name}: accepted ${kind}`,
  refused: (kind) => `overload, ${name}: refused ${kind}`,
  share: (kind) => `overload, ${name}: accepted share of ${kind}`,
  always: `overload, ${name}: answered health checks and cached redirects`,
  normal: `overload, ${name}: time until all is normal again`,
  memory: `overload, ${name}: maximum memory`,
});

const share = (value) => `${(value * 100).toFixed(2)} %`;
const milliseconds = (value) => `${value.toFixed(0)} ms`;
const megabytesOf = (value) => `${value.toFixed(0)} MB`;

/**
 * Adds the measurements of an overload.
 * @param {import('../results.js').Results} results
 * @typedef {import('../load/at-rate.js').Answered} Answered
 * @param {{ loads: Record<string, Answered>, statuses: Record<string, number>,
 *   others: Record<string, Answered>, capacity: Record<string, number>, megabytes: number }} measured
 */
export function addOverload(results, name, links, measured) {
  const { loads, statuses, others, capacity, megabytes } = measured;
  const names = figuresOf(name);
  for (const [kind, answers] of Object.entries(loads)) {
    const expected = statuses[kind];
    // What was never answered counts as accepted: it has waited.
    const accepted = summaryOf(answers, (status) => status === expected || status === 0);
    const refused = summaryOf(answers, (status) => REFUSED.has(status));
    results.add(names.accepted(kind), 'service', links, accepted);
    const answered = within(answers, expected, Infinity) / answers.status.length;
    results.addFigure(names.share(kind), answered, share);
    if (refused.requests > 0) results.add(names.refused(kind), 'service', links, refused);
    results.note(`overload, ${name}`, describe(kind, answers, expected, capacity[kind]));
  }
  for (const what of Object.keys(ALWAYS)) {
    results.add(
      `overload, ${name}: ${what}`,
      'service',
      links,
      summaryOf(others[what], () => true),
    );
  }
  const always = Object.entries(ALWAYS).map(([what, status]) => {
    const { length } = others[what].took;
    return within(others[what], status, ANSWERED_MS) / length;
  });
  results.addFigure(names.always, Math.min(...always), share);
  results.addFigure(names.normal, untilNormal(loads, others), milliseconds);
  results.addFigure(names.memory, megabytes, megabytesOf);
}

/** The number of responses with this status within a time. */
function within({ took, status }, expected, most) {
  return took.filter((time, index) => status[index] === expected && time <= most).length;
}

/** The time from the end of the load to the last of the other requests that was refused or slow, in ms. */
function untilNormal(loads, others) {
  const end = Math.max(...Object.values(loads).map(({ planned }) => planned.at(-1) ?? 0));
  let last = end;
  for (const [what, { planned, took, status }] of Object.entries(others)) {
    for (const [index, at] of planned.entries()) {
      if (status[index] !== EXPECTED[what] || took[index] > NORMAL_MS) last = Math.max(last, at);
    }
  }
  return last - end;
}

function describe(kind, { seconds, status, skipped }, expected, capacity) {
  const offered = status.length / seconds;
  const times = (wanted) => count(status.filter(wanted).length);
  const other = (one) => one !== expected && one !== 0 && !REFUSED.has(one);
  return [
    `${count(Math.round(offered))} ${kind} per second were offered, ${(offered / capacity).toFixed(2)} × what it carries alone`,
    `${times((one) => one === expected)} were accepted`,
    `${times((one) => REFUSED.has(one))} refused`,
    `${times((one) => one === 0)} not answered`,
    `${times(other)} answered otherwise`,
    `${count(skipped)} not sent, because the load generator was too slow`,
  ].join('; ');
}
