import { check, reportChecks } from './check.js';
import { prepared } from './prepare.js';
import { runTests } from './run-tests.js';

// `npm run check`: format, lint, types and import directions, then the tests beside the code.
await prepared({ tests: true });
const good = reportChecks(await check(2));
process.exitCode = good && (await runTests({ unit: true })) ? 0 : 1;
