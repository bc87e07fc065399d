import type { ProblemCode } from '../../src/problems.ts';
import { isSafe, namesSomething, type Call, type Takes } from './calls.ts';

/**
 * The response for each caller and each requirement. A number or a word is a rejection. `own`: the call is
 * about the caller's own app, so ids of another app are not found. `read`: programs send no `Sec-Fetch-Site`,
 * which allows reads but not writes.
 */
const TABLE = `
                 viewer  editor  owner   person  member  founder known   page    token   device  public
  nobody         401     401     401     401     401     401     401     ok      401     401     ok
  viewer         ok      low     low     ok      ok      low     ok      ok      401     401     ok
  editor         ok      ok      low     ok      ok      low     ok      ok      401     401     ok
  owner          ok      ok      ok      ok      ok      ok      ok      ok      401     401     ok
  guest          ok      low     low     ok      ok      ok      ok      ok      401     401     ok
  undecided      422     422     422     ok      422     ok      ok      ok      401     401     ok
  stranger       own     own     own     ok      own     ok      ok      ok      401     401     ok
  intruder       404     404     404     ok      404     ok      ok      ok      401     401     ok
  rival          own     own     own     ok      own     ok      ok      ok      401     401     ok
  removed        404     404     404     ok      404     low     ok      ok      401     401     ok
  signed-out     401     401     401     401     401     401     401     ok      401     401     ok
  too-old        401     401     401     401     401     401     401     ok      401     401     ok
  invented       401     401     401     401     401     401     401     ok      401     401     ok
  server         ok      ok      ok      person  person  person  ok      read    ok      kind    ok
  other-server   own     own     own     person  person  person  ok      read    own     kind    ok
  device         kind    kind    kind    kind    kind    kind    kind    read    ok      ok      ok
  holder         kind    kind    kind    kind    kind    kind    kind    read    ok      ok      ok
  other-device   kind    kind    kind    kind    kind    kind    kind    read    own     own     ok
  revoked        401     401     401     401     401     401     401     read    401     401     ok
  made-up        401     401     401     401     401     401     401     read    401     401     ok
`;

const WORDS: Readonly<Record<string, ProblemCode>> = {
  401: 'unauthorized',
  404: 'not_found',
  422: 'validation_failed',
  low: 'role_too_low',
  person: 'session_required',
  kind: 'wrong_token_kind',
};

const [HEAD = [], ...ROWS] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

/**
 * All callers. `guest`: a viewer who owns another app and names this one; `undecided`: the same, without
 * naming an app; `stranger`: the owner of another app; `intruder`: the same, naming this one; `invented`,
 * `made-up`: an unknown cookie and an unknown token.
 */
export const CALLERS: readonly string[] = ROWS.map(([name = '']) => name);

/**
 * Callers with requests that would harm the shop: `rival`, the owner of another app; `holder`, who extracted
 * a platform token from the shop's app. `hostile-bodies.ts` has their requests.
 */
export const HOSTILE_CALLERS = ['rival', 'holder'] as const;

/** Returns why a caller is rejected; undefined if the call is permitted. */
export function refusalOf(caller: string, call: Call): ProblemCode | undefined {
  const cell = cellOf(caller, call.takes);
  if (cell === 'read') return isSafe(call) ? undefined : 'cross_site';
  if (cell === 'own') return namesSomething(call) ? 'not_found' : undefined;
  return cell === 'ok' ? undefined : WORDS[cell];
}

/** Returns whether the caller has no permissions in the app of the scene. */
export function isElsewhere(caller: string, { takes }: Call): boolean {
  return cellOf(caller, takes) === 'own';
}

function cellOf(caller: string, takes: Takes): string {
  const cell = ROWS.find(([name]) => name === caller)?.[HEAD.indexOf(takes) + 1];
  if (cell !== undefined && (cell in WORDS || /^(ok|own|read)$/.test(cell))) return cell;
  throw new Error(`the table has no entry for ${caller} and ${takes}`);
}
