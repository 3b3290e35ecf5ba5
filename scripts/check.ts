import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { cutMoments } from './cut-moments.ts'
import { longAsYet } from './long-as-yet.ts'
import { getFunctions } from './long-functions.ts'
import { type Cruised, moduleCycles, sharedScreens } from './module-cycles.ts'
import { checkLanguage } from './plain-language.ts'
import { retiredNames } from './retired-words.ts'
import { run } from './run.mjs'
import { strayClasses } from './style-classes.ts'

// node scripts/check.ts: everything about the source that a machine can judge without running the product.
// Two checks
// at a time; each prints one line with its time, and all faults are shown before it ends with 0 or 1.

const root = join(import.meta.dirname, '..')
const MOST_LINES = 400
const MOST_FUNCTION_LINES = 50
const LEAST_MODULES = 100
const LANES = 2
// In a worktree .git is a file.
const FOLDERS_OF_OTHERS = ['node_modules', '.git', 'dist', 'data', 'test-results', '.rooftree']

/** What a check answers: its faults, one line each, and a few words for its line. */
type Verdict = { faults: string[]; note?: string }
type Check = { name: string; run: () => Promise<Verdict> }

type SourceFile = { path: string; text: string }

/** Every text file of the project, as it would be committed. */
async function filesBelow(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const matches = await Promise.all(
    entries.map(async (entry): Promise<SourceFile[]> => {
      const path = join(folder, entry.name)
      if (folder === root && FOLDERS_OF_OTHERS.includes(entry.name)) return []
      if (entry.isDirectory()) return filesBelow(path)
      if (!entry.isFile() || /\.(png|jpg|pdf|gz|zip|woff2|log)$/.test(entry.name)) return []
      return [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
    }),
  )
  return matches.flat()
}

const getLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Runs a program; its output is the fault when it ends with anything but 0. */
async function program(command: string, args: readonly string[]): Promise<Verdict> {
  const { code, output } = await run(command, args, { cwd: root, quiet: true })
  return { faults: code === 0 ? [] : [output.trim() || `${command} ended with ${code}`] }
}

/**
 * Checks the types of everything. What was found of files that did not change since is known from the last
 * time, as are the files that were looked at: one of ours that was not is a fault.
 */
async function types(): Promise<Verdict> {
  // Worktrees may share their packages.
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const known = join(root, 'node_modules', '.cache', 'rooftree', `types-${place}.json`)
  const args = ['--noEmit', '-p', '.', '--checkers', '2', '--incremental', '--tsBuildInfoFile', known]
  const { faults } = await program('tsc', args)
  if (faults.length > 0) return { faults }
  const { fileNames } = JSON.parse(readFileSync(known, 'utf8')) as { fileNames: string[] }
  const seen = new Set(
    fileNames.map((name) => relative(root, resolve(dirname(known), name)).replaceAll('\\', '/')),
  )
  const ours = files.filter(({ path }) => /\.m?tsx?$/.test(path))
  return {
    faults: ours
      .filter(({ path }) => !seen.has(path))
      .map(({ path }) => `${path} is in no program: nobody checks its types`),
    note: `${ours.length} files`,
  }
}

type Cruise = {
  modules: Cruised[]
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[]
  }
}

/** A parser that sees nothing finds no fault: the number of modules is checked as well. */
async function layers(): Promise<Verdict> {
  const folders = ['src', 'demo', 'tests', 'scripts', 'bench'].filter((name) => existing.has(name))
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', ...folders]
  const { output } = await run('depcruise', args, { cwd: root, quiet: true })
  const start = output.indexOf('{')
  const end = output.lastIndexOf('}')
  if (start < 0) return { faults: [output.trim()] }
  const { modules, summary } = JSON.parse(output.slice(start, end + 1)) as Cruise
  const faults = summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${[from, ...(cycle?.map((item) => item.name) ?? [to])].join(' → ')}`,
  )
  faults.push(...moduleCycles(modules), ...sharedScreens(files))
  if (modules.length <= LEAST_MODULES) faults.push(`Only ${modules.length} modules were seen.`)
  return { faults, note: `${summary.totalCruised} modules` }
}

function sizes(files: readonly SourceFile[]): Verdict {
  const faults = files
    .filter(({ path }) => /^(src|tests|demo|scripts|bench)\/.*\.(ts|tsx|mjs)$/.test(path))
    .map(({ path, text }) => ({ path, lines: getLines(text) }))
    .filter(({ lines }) => lines > MOST_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines; at most ${MOST_LINES}`)
  return { faults, note: `${files.length} files` }
}

/**
 * The kernel and the kit name no module: they import none, and no module's name of several words stands in
 * them as a word. A module's name of one word, such as `files`, is an ordinary word.
 */
function moduleNames(files: readonly SourceFile[]): Verdict {
  const names = [
    ...new Set(
      files.flatMap(
        ({ path }) => /^src\/(?:(?:ground|modules)\/[^/]+|reports)\/([^/]+)\//.exec(path)?.[1] ?? [],
      ),
    ),
  ]
  const compound = names.filter((name) => /[A-Z]/.test(name))
  const pattern = new RegExp(
    `from '[^']*\\b(ground|modules|reports)/[^']*'${compound.map((name) => `|\\b${name}\\b`).join('')}`,
    'i',
  )
  const faults = files
    .filter(({ path, text }) => /^src\/(kernel|ui)\//.test(path) && pattern.test(text))
    .map(({ path, text }) => `${path} names a module: ${pattern.exec(text)?.[0]}`)
  return { faults, note: `${names.length} modules` }
}

const forbidden: readonly { what: string; pattern: RegExp; where: RegExp }[] = [
  {
    what: 'host of a package registry',
    pattern: /registry\.(npmjs|yarnpkg)\.\w+|artifactory|\bnexus\b/i,
    where: /./,
  },
  {
    what: 'unfinished work',
    // In capitals: the specification itself has a controller called ToDo.
    pattern: /\b(TODO|FIXME|XXX)\b|[Ll]orem ipsum/,
    where: /^(src|tests|scripts|demo|bench|migrations)\//,
  },
  {
    what: 'test that does not run',
    pattern: /\b(it|test|describe)\.(skip|only|todo)\b/,
    where: /\.test\.tsx?$/,
  },
  {
    what: 'checking switched off',
    pattern: /@ts-(ignore|expect-error|nocheck)|biome-ignore/,
    // A type test shows by @ts-expect-error that a mistake does not compile.
    where: /(?<!\.types\.test)\.(ts|tsx|mjs)$/,
  },
  { what: 'swallowed error', pattern: /catch\s*(\(\w*\))?\s*\{\s*\}/, where: /\.(ts|tsx|mjs)$/ },
  {
    what: 'bare number of a status (say it by name: kernel/model/status.ts, kernel/server/statusSql.ts)',
    pattern:
      /([sS]tatusId|status_id)\)?\s*(===|!==|<=|>=|<>|<|>|=|\b(not )?in\b|between|is( not)? distinct from)\s*\(?-?\d|\bstatusId: -?[1-9]/,
    where: /^src\/(?!.*\.test\.)/,
  },
  {
    what: 'path outside the project',
    pattern: /\/work\/(main|shared)|\.\.\/shared\b/,
    where: /^(?!docs\/generated)/,
  },
]

/**
 * The names under which a file knows a set of settings: its own, or the one it gave it when it imported it.
 */
const getNames = (name: string, text: string): string[] =>
  [
    ...text.matchAll(new RegExp(`\\b${name} as (\\w+)`, 'g')),
    ...(new RegExp(`\\b${name}\\b(?! as )`).test(text) ? [[name, name]] : []),
  ].map((match) => match[1]!)

/** Whether a file reads one of a set: `feeSettings.rounding`, or taken out of it by name and named again. */
const readsSetting = (text: string, set: string, name: string): boolean =>
  getNames(set, text).some(
    (known) =>
      new RegExp(`\\b${known}\\.${name}\\b(?!\\.default)`).test(text) ||
      (new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} =\\s+${known}\\b`).test(text) &&
        [...text.matchAll(new RegExp(`\\b${name}\\b(?!: )`, 'g'))].length > 1),
  )

/**
 * A setting that nobody reads is a promise that is not kept. A test, a demonstration or a form of its own
 * reads none.
 */
function unreadSettings(files: readonly SourceFile[]): Verdict {
  const source = files.filter(({ path }) => /^src\/.*\.tsx?$/.test(path) && !isTest(path))
  let count = 0
  const faults = source.flatMap(({ path, text }) =>
    [...text.matchAll(/export const (\w+Settings) = \{\n([\s\S]*?)\n\}/g)].flatMap(
      ([declaration, set, body]) => {
        const names = [...body!.matchAll(/^ {2}(\w+): /gm)].map((match) => match[1]!)
        const readers = source.map((sourceFile) =>
          sourceFile.path === path ? sourceFile.text.replace(declaration, '') : sourceFile.text,
        )
        count += names.length
        return names
          .filter((name) => !readers.some((reader) => readsSetting(reader, set!, name)))
          .map((name) => `${path}: nobody reads ${set}.${name}`)
      },
    ),
  )
  const defaults = source
    .filter(({ text }) => /Settings\.\w+\.default\b/.test(text))
    .map(({ path }) => `${path} takes the default of a setting for its value`)
  return { faults: [...faults, ...defaults], note: `${count} settings` }
}

const retired = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(src|tests|demo|scripts|bench)\/.*\.tsx?$/.test(path))
    .flatMap((file) =>
      retiredNames(file).map(
        (name) => `${file.path}: ${name} uses a retired word: docs/glossary.md, Words of the code`,
      ),
    )

function words(files: readonly SourceFile[]): Verdict {
  const faults = files
    .filter(({ path }) => path !== 'scripts/check.ts' && !path.startsWith('demo/data/'))
    .flatMap(({ path, text }) =>
      forbidden
        .filter(({ where, pattern }) => where.test(path) && pattern.test(text))
        .map(({ what, pattern }) => `${path}: ${what}: ${pattern.exec(text)?.[0]}`),
    )
  faults.push(...retired(files))
  if (/"resolved":/.test(files.find(({ path }) => path === 'package-lock.json')?.text ?? ''))
    faults.push('package-lock.json names the registry it was made with ("resolved")')
  return { faults, note: `${files.length} files` }
}

const files = await filesBelow(root)
const existing = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))

function longFunctions(files: readonly SourceFile[]): Verdict {
  const source = files.filter(
    ({ path }) =>
      /^(src|demo|scripts|bench)\/.*\.(ts|tsx|mjs)$/.test(path) && !/\.(test|d)\.m?tsx?$/.test(path),
  )
  const all = source.flatMap(getFunctions)
  const long = all.filter(({ lines }) => lines > MOST_FUNCTION_LINES)
  const faults = long
    .filter(({ path }) => !longAsYet.includes(path))
    .map(({ path, name, lines }) => `${path}: ${name} has ${lines} lines; at most ${MOST_FUNCTION_LINES}`)
  const shorter = longAsYet
    .filter((path) => !long.some((measured) => measured.path === path))
    .map((path) => `${path} has no long function any more: take it off scripts/long-as-yet.ts`)
  return { faults: [...faults, ...shorter], note: `${all.length} functions` }
}

/** The longest first. */
const checks: readonly Check[] = [
  { name: 'types', run: types },
  { name: 'generated documents', run: () => program(process.execPath, ['scripts/docs.ts', '--check']) },
  {
    name: 'unused files, exports, packages',
    run: () => program('knip', ['--no-progress', '--no-config-hints']),
  },
  { name: 'layers', run: layers },
  {
    name: 'format and lint',
    run: () => program('biome', ['check', '--error-on-warnings', '--colors=off', '.']),
  },
  { name: 'sizes', run: async () => sizes(files) },
  { name: 'long functions', run: async () => longFunctions(files) },
  { name: 'module names', run: async () => moduleNames(files) },
  { name: 'unread settings', run: async () => unreadSettings(files) },
  { name: 'words', run: async () => words(files) },
  { name: 'plain language', run: async () => checkLanguage(files) },
  { name: 'days', run: async () => ({ faults: cutMoments(files) }) },
  { name: 'style classes', run: async () => ({ faults: strayClasses(files) }) },
]

const failed: { name: string; faults: string[] }[] = []
/** All of them, or those whose names begin as the arguments say. */
const names = process.argv.slice(2)
const waiting = checks.filter(({ name }) => names.length === 0 || names.some((text) => name.startsWith(text)))

async function lane(): Promise<void> {
  for (let check = waiting.shift(); check; check = waiting.shift()) {
    const started = performance.now()
    const { faults, note } = await check.run()
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `${faults.length === 0 ? 'ok    ' : 'FAILED'} ${check.name}, ${seconds} s${note ? ` (${note})` : ''}`,
    )
    if (faults.length > 0) failed.push({ name: check.name, faults })
  }
}

await Promise.all(Array.from({ length: LANES }, lane))
for (const { name, faults } of failed) console.error(`\n── ${name}\n${faults.join('\n')}`)
process.exitCode = failed.length > 0 ? 1 : 0
