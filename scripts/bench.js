import { prepared } from './prepare.js';

// `npm run bench`: builds what is missing, then measures; see benchmarks/README.md.
// The benchmarks also measure parts of the service by themselves, from its compiled sources.
await prepared({ tests: true });
await import('../benchmarks/run.js');
