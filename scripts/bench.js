import { prepared } from './prepare.js';

// `npm run bench`: set up what is missing, then measure; see benchmarks/README.md.
await prepared();
await import('../benchmarks/run.js');
