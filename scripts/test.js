import { check, reportChecks } from './check.js';
import { prepared } from './prepare.js';
import { runTests } from './run-tests.js';

// `npm test`: builds, checks and runs every test, those of the service on SQLite and PostgreSQL.
// `npm run proof`: the long variants of the tests that have one. Arguments narrow a run: `npm test -- crash`
// runs the files whose path contains "crash".
const proof = process.argv.includes('--proof');
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));

await prepared({ tests: true });
// Tests wait for processes and pages, so the checks run beside them, one at a time.
const checked = proof || words.length > 0 ? [] : check(1);
const passed = await runTests({ proof, words });
process.exitCode = reportChecks(await checked) && passed ? 0 : 1;
