import { askAll, readHead } from '../http-pipeline.js';
import { wire } from '../load/traffic.js';

/** Creates links with these numbers; returns their codes. */
export async function post(port, traffic, numbers) {
  const codes = [];
  await askAll({
    port,
    count: numbers.length,
    ahead: 64,
    request: (index) => wire(traffic, port, numbers[index]),
    answer: (index, head, body) => {
      const { status } = readHead(head);
      if (status !== 201) throw new Error(`a create was answered ${status}: ${body}`);
      codes[index] = JSON.parse(body).smartlink.split('/').at(-1);
    },
  });
  return codes;
}
