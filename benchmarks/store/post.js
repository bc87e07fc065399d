import { askAll, readHead } from '../http-pipeline.js';
import { wire } from '../load/traffic.js';

/** Returns the code in the response to a create. */
export const codeOf = ({ smartlink }) => smartlink.split('/').at(-1);

/**
 * Creates links with these numbers; returns their codes. Other servers have another status and
 * response.
 */
export async function post(
  port,
  traffic,
  numbers,
  { status, codeOf: read } = { status: 201, codeOf },
) {
  const codes = [];
  await askAll({
    port,
    count: numbers.length,
    ahead: 64,
    request: (index) => wire(traffic, port, numbers[index]),
    answer: (index, head, body) => {
      if (readHead(head).status !== status)
        throw new Error(`a create was answered ${head}: ${body}`);
      codes[index] = read(JSON.parse(body));
    },
  });
  return codes;
}
