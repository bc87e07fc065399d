import { PLATFORMS } from '../../src/domain/app/platform.ts';
import { inParallel, openClient, type Got } from '../fuzz/client.ts';
import { CREATE } from '../fuzz/target.ts';
import type { Service } from '../harness.ts';

/** One text in every field of a request that can contain an address. */
export const inEveryAddressField = (text: string) => ({
  uri: text,
  routes: Object.fromEntries(PLATFORMS.map((name) => [name, { link: text, fallback: text }])),
});
/** The pointers of these fields in errors. */
export const ADDRESS_POINTERS = [
  '/uri',
  ...PLATFORMS.flatMap((name) => [`/routes/${name}/link`, `/routes/${name}/fallback`]),
].toSorted();

/** Sends requests to create links, many at a time; returns the responses in order. */
export async function createAll(service: Service, bodies: readonly object[]): Promise<Got[]> {
  const client = openClient(service.url, 16, 20_000);
  const headers = {
    authorization: `Token ${service.owner.tokens.server}`,
    'content-type': 'application/json',
  };
  const answers: Got[] = [];
  await inParallel(bodies.length, 16, async (index) => {
    const body = JSON.stringify(bodies[index]);
    answers[index] = await client.send({ method: 'POST', path: CREATE, headers, body });
  });
  client.close();
  return answers;
}
