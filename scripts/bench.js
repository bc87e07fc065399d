import { prepared } from './prepare.js';

// `npm run bench`: builds what is missing, then measures; see benchmarks/README.md.
await prepared();
await import('../benchmarks/run.js');
