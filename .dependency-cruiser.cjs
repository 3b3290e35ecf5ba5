/** Which folder may import which: the picture of docs/adr and CONTRIBUTING, kept true. Run by `npm run check`. */

const test = '[.]test[.]tsx?$'
/** The floors of the house, from the lowest. A floor imports itself and what lies below it. */
const floors = [
  'kernel|ui|postgres',
  'offline',
  'ground',
  'review|statement|report',
  'modules|reports',
  'app',
]
/** Where subjects stand: `src/ground/<area>/<subject>`, `src/modules/<area>/<subject>`, `src/reports/<subject>`. */
const subject = 'src/(?:(?:ground|modules)/[^/]+|reports)/[^/]+'
/**
 * Which subjects use subjects of other areas, through their doors. A slot is for three or more fillers, or for
 * a use against the direction of the imports. Circles are found by `scripts/module-cycles.ts`.
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
const sided = `(?:src/kernel|src/(?:offline|review|statement|report)|${subject})`
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
      to: { path: '^(src|demo|tests|scripts|bench)/', pathNot: '^src/kernel/' },
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
      from: { path: '^(src/(?:(?:ground|modules)/[^/]+|reports)/[^/]+)/' },
      to: { path: '^src/(ground|modules|reports)/', pathNot: ['^$1/', shown] },
    },
    {
      name: 'areas-meet-by-the-table',
      comment:
        'A filed subject uses its own area, modules/shared, and the subjects of other areas in `neighbors`.',
      severity: 'error',
      from: {
        path: '^src/modules/([^/]+)/',
        pathNot: [test, ...Object.keys(neighbors).map((name) => `^src/modules/${name}/`)],
      },
      to: { path: '^src/modules/', pathNot: '^src/modules/($1|shared)/' },
    },
    ...Object.entries(neighbors).map(([name, others]) => ({
      name: `neighbors-of-${name}`,
      severity: 'error',
      from: { path: `^src/modules/${name}/`, pathNot: test },
      to: {
        path: '^src/modules/',
        pathNot: `^src/modules/(${[name.split('/')[0], 'shared', ...others].join('|')})/`,
      },
    })),
    {
      name: 'product-without-tests',
      severity: 'error',
      from: { path: '^src/', pathNot: test },
      to: { path: '^(tests|scripts|bench)/|[.]test[.]tsx?$' },
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
      from: { path: '^src/', pathNot: ['^src/app/main[.]ts$', test] },
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
