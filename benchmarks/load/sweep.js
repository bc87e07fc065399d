import { askAll, readHead } from '../http-pipeline.js';
import { readCodes } from '../store/codes.js';
import { wire } from './traffic.js';

/** Requests links one by one; each must exist. */
export async function sweep({ port }, traffic, count, indexOf) {
  const codes = readCodes(traffic.codes);
  await askAll({
    port,
    count,
    request: (index) => wire(traffic, port, codes.at(indexOf(index))),
    answer: (_index, head) => {
      const { status } = readHead(head);
      if (status >= 400) throw new Error(`${traffic.path} was answered ${status}`);
    },
  });
}
