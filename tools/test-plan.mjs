/**
 * The plan of the test runs: each test file of the project belongs to at least one of these runs, and
 * `tools/test-plan.test.ts` refuses a file that belongs to none. `npm test` runs `everyTime`, `npm run test:long` runs `beforeRelease`.
 *
 * @typedef {{
 *   name: string, title: string, config: string, files?: string[], env?: Record<string, string>,
 *   postgres?: 'own' | 'second', needsBrowser?: boolean,
 * }} TestRun `files` are parts of paths that Vitest filters by; without them the run takes all files of its configuration
 */

const UNIT = 'vitest.config.ts'
const BROWSER = 'vitest.browser.config.ts'

/**
 * Suites made from the declarations of the modules. The long run tries every combination; the daily run tries
 * one of each class.
 */
export const GENERATED_SUITES = [
  'matrix',
  'transitions',
  'outOfScope',
  'companyOfRecord',
  'fuzz',
  'longTexts',
].map((name) => `tests/requests/${name}.test.ts`)

/** @type {TestRun[]} */
export const everyTime = [
  { name: 'unit', title: 'Unit and request tests', config: UNIT },
  {
    name: 'second-postgres',
    title: 'Schema and scope on the second PostgreSQL',
    config: UNIT,
    files: ['tests/requests/schema.test.ts', 'tests/requests/scope.test.ts'],
    postgres: 'second',
  },
  { name: 'browser', title: 'Browser tests', config: BROWSER, needsBrowser: true },
]

/** @type {TestRun[]} */
export const beforeRelease = [
  {
    name: 'generated',
    title: 'Generated suites, every combination',
    config: UNIT,
    files: GENERATED_SUITES,
    env: { TEST_LONG: '1' },
  },
  {
    name: 'second-postgres-whole',
    title: "Statements and the modules' own requests on the second PostgreSQL",
    config: UNIT,
    files: ['requests.test.ts', 'tests/requests/statements.test.ts'],
    postgres: 'second',
  },
  {
    name: 'faults',
    title: 'Faults: killed, frozen, full, damaged, restarted',
    config: 'vitest.faults.config.ts',
  },
  { name: 'soak', title: 'Soak tests', config: 'vitest.soak.config.ts' },
  {
    name: 'browser-long',
    title: 'Every screen in both schemes and three widths',
    config: 'vitest.browser.long.config.ts',
    needsBrowser: true,
  },
]
