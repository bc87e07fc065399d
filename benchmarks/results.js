/** @typedef {import('./measure.js').Sample} Sample */

/** All measurements of a run, by case, server and number of links. */
export class Results {
  /** @type {Map<string, { what: string, who: string, links: number | undefined, samples: Sample[] }>} */
  #rows = new Map();

  /** @param {Sample} sample */
  add(what, who, links, sample) {
    const key = [what, who, links].join();
    const row = this.#rows.get(key) ?? { what, who, links, samples: [] };
    row.samples.push(sample);
    this.#rows.set(key, row);
  }

  /** Returns the medians of a row; undefined if it was not measured. */
  of(what, who, links) {
    const row = this.#rows.get([what, who, links].join());
    return row && summary(row.samples);
  }

  rows() {
    return [...this.#rows.values()].map(({ samples, ...row }) => ({ ...row, ...summary(samples) }));
  }
}

/** @param {Sample[]} samples */
function summary(samples) {
  const middle = (field) => median(samples.map((sample) => sample[field]));
  return {
    perSecond: middle('perSecond'),
    p50: middle('p50'),
    p99: middle('p99'),
    cpu: middle('cpu'),
    databaseCpu: middle('databaseCpu'),
    memory: middle('memory'),
    checkpoints: middle('checkpoints'),
    logMegabytes: middle('logMegabytes'),
    slowest: Math.max(...samples.map((sample) => sample.slowest)),
  };
}

function median(values) {
  if (values.includes(undefined)) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
