// The import directions of docs/architecture.md:
// pure <- storage <- actions, jobs, cache <- metrics <- http, commands <- app <- main.
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
    forbidden(
      'no-cycles',
      'Files must not depend on each other in a cycle.',
      {},
      { circular: true },
    ),
    forbidden(
      'pure-is-pure',
      'Pure folders import only pure folders.',
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
      'domain-without-pages',
      'Rules do not depend on the pages that display their results.',
      { path: inside('domain') },
      { path: inside('pages', 'visit') },
    ),
    forbidden(
      'storage-imports-only-pure',
      'Queries do not depend on the actions that use them.',
      { path: inside('storage') },
      {
        path: '^server/src/',
        pathNot: `${inside('storage')}|${PURE}|${src('time-slices\\.ts', 'package-files\\.ts', 'version\\.ts')}`,
      },
    ),
    forbidden(
      'actions-without-callers',
      'Actions depend neither on HTTP nor on commands.',
      { path: inside('actions', 'jobs', 'cache') },
      { path: src('metrics/', 'http/', 'commands/', 'app\\.ts', 'main\\.ts') },
    ),
    forbidden(
      'metrics-without-callers',
      'Metrics observe the service; they depend neither on HTTP nor on commands.',
      { path: inside('metrics', 'traces') },
      { path: src('http/', 'commands/', 'app\\.ts', 'main\\.ts') },
    ),
    forbidden(
      'one-way-to-change-state',
      'HTTP and commands access the database only through actions.',
      { path: inside('http', 'commands') },
      { path: inside('storage'), pathNot: '^server/src/storage/database\\.ts$' },
    ),
    forbidden(
      'http-and-commands-apart',
      'HTTP and commands do not depend on each other.',
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
      'client-without-imports',
      'The SDK has no dependencies.',
      { path: '^client/src/' },
      { pathNot: '^client/src/' },
    ),
    forbidden(
      'dashboard-uses-http',
      'The dashboard uses the HTTP API of the service, and its pure code for JSON schemas, CSV, addresses, colors and the age of counts.',
      { path: '^dashboard/src/' },
      {
        path: '^(client|server)/',
        pathNot:
          '^server/src/domain/(app/accent|click/kept-days|schema/(metadata|read)-schema|text/(csv|csv-reader|intended-address|json)|link/(import-row|link-cells))\\.ts$',
      },
    ),
    forbidden(
      'shared-code-without-packages',
      'The bundle of the dashboard must not contain what only the service needs.',
      {
        path: '^server/src/domain/(app/accent|click/kept-days|schema/(metadata|read)-schema|text/(csv|csv-reader|intended-address|json)|link/import-row)\\.ts$',
      },
      { path: '^node_modules/', reachable: true },
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
      'Features do not import the frame that contains them.',
      { path: '^dashboard/src/features/' },
      { path: '^dashboard/src/app/' },
    ),
    forbidden(
      'service-imports-only-types-of-the-client',
      'The service shares only the types of requests and responses with the client.',
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
