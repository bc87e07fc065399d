import { prepared } from './prepare.js';

// `npm start`: builds what is missing, then serves until a stop signal.
await prepared();
process.argv.splice(2, process.argv.length, 'serve', ...process.argv.slice(2));
await import('../server/dist/program/main.js');
