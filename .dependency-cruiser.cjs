/** Which folder may import which: the picture of docs/adr and CONTRIBUTING, kept true. Run by `npm run check`. */

const test = '[.]test[.]tsx?$'
/** The floors of the house, from the lowest. A floor imports itself and what lies below it. */
const floors = ['kernel|ui', 'offline', 'core', 'engines', 'features', 'app']
/** Where subjects stand: `src/core/<area>/<subject>` and `src/features/<area>/<subject>`. */
const subject = 'src/(?:core|features)/[^/]+/[^/]+'
/**
 * Which subjects use subjects of other areas, through their doors. A slot is for three or more fillers, or for
 * a use against the direction of the imports. Circles are found by `tools/module-cycles.ts`.
 */
const neighbors = {
  'compliance/inspections': ['statements/quarterlyProgram'],
  'reserves/operatingReserve': ['statements/budget'],
  'statements/annualStatement': ['capital/loans'],
  'statements/budget': ['capital/loans'],
  'statements/distributionRequest': ['capital/loans', 'compliance/inspections', 'compliance/watchList'],
  'statements/surplusCash': ['capital/equity'],
}
/** Everything that has a model, a server and a web side. */
const sided = `(?:src/kernel|src/offline|src/engines/[^/]+|${subject})`
/** What a module, and the layers the modules stand on, show to the others. */
const shown = '/(model|server|web)/index[.]ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...floors.slice(0, -1).map((floor, index) => ({
      name: `nothing-above-${floor}`,
      comment: 'Arrows between the floors run down only.',
      severity: 'error',
      from: { path: `^src/(${floor})/`, pathNot: test },
      to: { path: `^src/(${floors.slice(index + 1).join('|')})/` },
    })),
    {
      name: 'no-cycles',
      comment: 'Types may refer to one another: their imports are gone when the code runs.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'everything-found',
      comment: 'Every import of ours leads to a file, so that the rules below see it.',
      severity: 'error',
      from: {},
      to: { path: '^[#.]', couldNotResolve: true },
    },
    {
      name: 'model-imports-only-model',
      comment: 'Models run in the browser and on the server: no I/O, no React, no SQL.',
      severity: 'error',
      from: { path: `^${sided}/model/`, pathNot: test },
      to: { path: '^src/', pathNot: '/model/' },
    },
    {
      name: 'model-is-pure',
      severity: 'error',
      from: { path: '^src/.*/model/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'model-knows-only-zod',
      severity: 'error',
      from: { path: `^${sided}/model/`, pathNot: test },
      to: { path: 'node_modules', pathNot: 'node_modules/(zod)/' },
    },
    {
      name: 'kernel-stands-alone',
      severity: 'error',
      from: { path: '^src/kernel/', pathNot: test },
      to: { path: '^(src|demo|tests|tools)/', pathNot: '^src/kernel/' },
    },
    {
      name: 'kernel-server-without-web',
      severity: 'error',
      from: { path: '^src/kernel/server/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/kernel/(model|server)/' },
    },
    {
      name: 'kernel-web-without-server',
      severity: 'error',
      from: { path: '^src/kernel/web/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/kernel/(model|web)/' },
    },
    {
      name: 'ui-stands-on-the-kernel',
      severity: 'error',
      from: { path: '^src/ui/', pathNot: test },
      to: { path: '^src/', pathNot: '^src/(ui|kernel/(model|web))/' },
    },
    {
      name: 'server-imports-model-and-server',
      severity: 'error',
      from: { path: `^${sided}/server/`, pathNot: test },
      to: { path: '^src/', pathNot: `^${sided}/(model|server)/` },
    },
    {
      name: 'web-imports-model-web-and-ui',
      severity: 'error',
      from: { path: `^${sided}/web/`, pathNot: test },
      to: { path: '^src/', pathNot: ['^src/ui/', `^${sided}/(model|web)/`] },
    },
    {
      name: 'browser-code-has-no-node',
      severity: 'error',
      from: { path: ['^src/ui/', `^${sided}/web/`], pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'modules-meet-at-the-door',
      comment: 'A module reaches another only through its model/index.ts, server/index.ts or web/index.ts.',
      severity: 'error',
      from: { path: `^(${subject})/` },
      to: { path: '^src/(core|features)/', pathNot: ['^$1/', shown] },
    },
    {
      name: 'areas-meet-by-the-table',
      comment:
        'A subject uses its own area, features/shared, and the subjects of other areas in `neighbors`.',
      severity: 'error',
      from: {
        path: '^src/features/(?!reports/)([^/]+)/',
        pathNot: [test, ...Object.keys(neighbors).map((name) => `^src/features/${name}/`)],
      },
      to: { path: '^src/features/', pathNot: '^src/features/($1|shared)/' },
    },
    ...Object.entries(neighbors).map(([name, others]) => ({
      name: `neighbors-of-${name}`,
      severity: 'error',
      from: { path: `^src/features/${name}/`, pathNot: test },
      to: {
        path: '^src/features/',
        pathNot: `^src/features/(${[name.split('/')[0], 'shared', ...others].join('|')})/`,
      },
    })),
    {
      name: 'engines-stand-alone',
      comment: 'No engine knows another.',
      severity: 'error',
      from: { path: '^src/engines/([^/]+)/', pathNot: test },
      to: { path: '^src/engines/', pathNot: '^src/engines/$1/' },
    },
    {
      name: 'private-postgresql-serves-the-program',
      comment:
        'Only the program that starts the portal knows the tools, and of them only its private PostgreSQL.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/server[.]ts$', test] },
      to: { path: '^tools/' },
    },
    {
      name: 'private-postgresql-stands-on-the-kernel',
      severity: 'error',
      from: { path: '^tools/postgres/', pathNot: test },
      to: { path: '^(src|demo|tests|tools)/', pathNot: ['^tools/postgres/', '^src/kernel/server/postgres/'] },
    },
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^(src|tools/postgres)/', pathNot: test },
      to: { path: '^(tests|tools)/|[.]test[.]tsx?$', pathNot: '^tools/postgres/(?!.*[.]test[.])' },
    },
    {
      name: 'demonstration-comes-last',
      comment: 'Only the program that starts the portal knows the demonstration portfolio.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/app/main[.]ts$', test] },
      to: { path: '^demo/' },
    },
    {
      name: 'product-runs-without-dev-packages',
      severity: 'error',
      from: { path: '^(src|tools/postgres)/', pathNot: ['^src/app/main[.]ts$', test] },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    // TypeScript 7 has no programming interface: with the default parser nothing would be seen.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|d[.][cm]?ts)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['node', 'import', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
}
