/** @typedef {import('./measure.js').Sample} Sample */

/** All measurements of a run: samples by case, server and number of links, and single figures. */
export class Results {
  /** @type {Map<string, { what: string, who: string, links: number | undefined, samples: Sample[] }>} */
  #rows = new Map();
  /** @type {Map<string, { what: string, values: number[], show: (value: number) => string }>} */
  #figures = new Map();
  /** @type {{ what: string, text: string }[]} */
  #notes = [];

  /** @param {Sample} sample */
  add(what, who, links, sample) {
    const key = [what, who, links].join();
    const row = this.#rows.get(key) ?? { what, who, links, samples: [] };
    row.samples.push(sample);
    this.#rows.set(key, row);
  }

  /** Adds a value that is not a request's, such as a start-up time. */
  addFigure(what, value, show) {
    const figure = this.#figures.get(what) ?? { what, values: [], show };
    figure.values.push(value);
    this.#figures.set(what, figure);
  }

  /** Adds a remark, such as why something was not measured. */
  note(what, text) {
    this.#notes.push({ what, text });
  }

  /** Returns the medians of a row; undefined if it was not measured. */
  of(what, who, links) {
    const row = this.#rows.get([what, who, links].join());
    return row && summary(row.samples);
  }

  /** Returns all samples of a row. */
  samplesOf(what, who, links) {
    return this.#rows.get([what, who, links].join())?.samples ?? [];
  }

  /** Returns the median of a figure; undefined if it was not measured. */
  figure(what) {
    const figure = this.#figures.get(what);
    return figure && median(figure.values);
  }

  rows() {
    return [...this.#rows.values()].map(({ samples, ...row }) => ({ ...row, ...summary(samples) }));
  }

  figures() {
    return [...this.#figures.values()].map(({ what, values, show }) => {
      return { what, text: show(median(values)) };
    });
  }

  notes() {
    return this.#notes;
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

export function median(values) {
  if (values.includes(undefined)) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}
