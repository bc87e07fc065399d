// The import directions of docs/architecture.md:
// pure <- storage <- actions, jobs, cache <- http, commands <- app <- main.
const PURE = '^server/src/(domain|platform|visit|pages)/';
const inside = (...folders) => folders.map((folder) => `^server/src/${folder}/`).join('|');
const src = (...paths) => paths.map((path) => `^server/src/${path}`).join('|');
const tests = '\\.test\\.ts$';

const forbidden = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { pathNot: tests, ...from },
  to,
});

module.exports = {
  forbidden: [
    forbidden('no-cycles', 'Two files that need each other are one.', {}, { circular: true }),
    forbidden(
      'pure-is-pure',
      'Pure folders take values and return values.',
      { path: PURE },
      { path: '^server/src/', pathNot: PURE },
    ),
    forbidden(
      'pure-does-no-io',
      'No I/O, no clock, no randomness: only hashing and URL parsing of the platform.',
      { path: PURE },
      { dependencyTypes: ['core'], pathNot: '^(crypto|url)$' },
    ),
    forbidden(
      'domain-knows-no-pages',
      'Rules do not depend on how they are shown.',
      { path: inside('domain') },
      { path: inside('pages', 'visit') },
    ),
    forbidden(
      'storage-knows-only-pure',
      'Query functions know nouns, not what is done with them. They share the thread with others.',
      { path: inside('storage') },
      { path: '^server/src/', pathNot: `${inside('storage')}|${PURE}|${src('time-slices\\.ts')}` },
    ),
    forbidden(
      'actions-do-not-know-their-callers',
      'Actions work the same behind HTTP and behind a command.',
      { path: inside('actions', 'jobs', 'cache') },
      { path: src('http/', 'commands/', 'app\\.ts', 'main\\.ts') },
    ),
    forbidden(
      'one-way-to-change-state',
      'HTTP and commands go through the actions, never to the store.',
      { path: inside('http', 'commands') },
      { path: inside('storage'), pathNot: '^server/src/storage/database\\.ts$' },
    ),
    forbidden(
      'http-and-commands-apart',
      'Two doors of one house.',
      { path: inside('http') },
      { path: src('commands/', 'app\\.ts', 'main\\.ts') },
    ),
    forbidden(
      'commands-do-not-serve',
      'Commands start the service through app.ts.',
      { path: inside('commands') },
      { path: src('http/', 'main\\.ts') },
    ),
    forbidden(
      'client-stands-alone',
      'What is shipped to apps needs nothing but itself.',
      { path: '^client/src/' },
      { pathNot: '^client/src/' },
    ),
    forbidden(
      'dashboard-speaks-http',
      'What the dashboard knows of the service went over the wire.',
      { path: '^dashboard/src/' },
      { path: '^(client|server)/' },
    ),
    forbidden(
      'dashboard-base-layer',
      'In the dashboard, lib and api are the base: they import no components, features or app.',
      { path: '^dashboard/src/(lib|api)/' },
      { path: '^dashboard/src/(components|features|app)/' },
    ),
    forbidden(
      'dashboard-components-layer',
      'Components are used by all features, so they import none.',
      { path: '^dashboard/src/components/' },
      { path: '^dashboard/src/(features|app)/' },
    ),
    forbidden(
      'dashboard-features-layer',
      'Features do not import the frame that shows them.',
      { path: '^dashboard/src/features/' },
      { path: '^dashboard/src/app/' },
    ),
    forbidden(
      'service-takes-only-types-of-the-client',
      'The two share what goes over the wire, and no code.',
      { path: '^server/src/' },
      { path: '^client/', dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,

    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.js'] },
  },
};
