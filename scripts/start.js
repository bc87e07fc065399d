import { prepared } from './prepare.js';

// `npm start`: set up what is missing, then serve until told to stop.
await prepared();
process.argv.splice(2, process.argv.length, 'serve', ...process.argv.slice(2));
await import('../server/dist/src/main.js');
