import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { findUnzonedDays } from './cut-moments.ts'
import { longAsYet } from './long-as-yet.ts'
import { getFunctions } from './long-functions.ts'
import { type CruisedFile, findModuleCycles, findSharedScreens } from './module-cycles.ts'
import { checkLanguage } from './plain-language.ts'
import { listRetiredNames } from './retired-words.ts'
import { run } from './run.mjs'
import { findUnmatchedClasses } from './style-classes.ts'

// node tools/check.ts: runs all checks of the source that need no running product, two at a time. Each
// check prints one line with its time. All faults are printed at the end, and the exit code is 1 if there are
// any.

const root = join(import.meta.dirname, '..')
const MAX_LINES = 400
const MAX_FUNCTION_LINES = 50
const MIN_MODULES = 100
const LANES = 2
// Folders whose files are not part of the source. In a worktree `.git` is a file.
const SKIPPED_FOLDERS = ['node_modules', '.git', 'dist', 'data', 'test-results', '.rooftree']

/** The result of a check: its faults, one line each, and a short note for its line. */
type Verdict = { faults: string[]; note?: string }
type Check = { name: string; run: () => Promise<Verdict> }

type SourceFile = { path: string; text: string }

/** Reads every text file of the project, as it would be committed. */
async function listFiles(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const matches = await Promise.all(
    entries.map(async (entry): Promise<SourceFile[]> => {
      const path = join(folder, entry.name)
      if (folder === root && SKIPPED_FOLDERS.includes(entry.name)) return []
      if (entry.isDirectory()) return listFiles(path)
      if (!entry.isFile() || /\.(png|jpg|pdf|gz|zip|woff2|log)$/.test(entry.name)) return []
      return [{ path: relative(root, path).replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }]
    }),
  )
  return matches.flat()
}

const getLines = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)

/** Runs a program. If its exit code is not 0, its output is the fault. */
async function runProgram(command: string, args: readonly string[]): Promise<Verdict> {
  const { code, output } = await run(command, args, { cwd: root, quiet: true })
  return { faults: code === 0 ? [] : [output.trim() || `${command} ended with ${code}`] }
}

/**
 * Checks the types of all files. Results for unchanged files are cached, together with the list of checked
 * files. A source file that was not checked is a fault.
 */
async function checkTypes(): Promise<Verdict> {
  // The cache is separate for each worktree, because worktrees may share their packages.
  const place = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const cachePath = join(root, 'node_modules', '.cache', 'rooftree', `types-${place}.json`)
  const args = ['--noEmit', '-p', '.', '--checkers', '2', '--incremental', '--tsBuildInfoFile', cachePath]
  const { faults } = await runProgram('tsc', args)
  if (faults.length > 0) return { faults }
  const { fileNames } = JSON.parse(readFileSync(cachePath, 'utf8')) as { fileNames: string[] }
  const checkedFiles = new Set(
    fileNames.map((name) => relative(root, resolve(dirname(cachePath), name)).replaceAll('\\', '/')),
  )
  const sources = files.filter(({ path }) => /\.m?tsx?$/.test(path))
  return {
    faults: sources
      .filter(({ path }) => !checkedFiles.has(path))
      .map(({ path }) => `${path} is in no program: nobody checks its types`),
    note: `${sources.length} files`,
  }
}

type Cruise = {
  modules: CruisedFile[]
  summary: {
    totalCruised: number
    violations: { from: string; to: string; rule: { name: string }; cycle?: { name: string }[] }[]
  }
}

/**
 * Checks the rules about imports between layers. The number of modules is checked too, because a parser that
 * reads nothing would find no fault.
 */
async function checkLayers(): Promise<Verdict> {
  const folders = ['src', 'demo', 'tests', 'tools'].filter((name) => existing.has(name))
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
  faults.push(...findModuleCycles(modules), ...findSharedScreens(files))
  if (modules.length <= MIN_MODULES) faults.push(`Only ${modules.length} modules were seen.`)
  return { faults, note: `${summary.totalCruised} modules` }
}

function checkSizes(files: readonly SourceFile[]): Verdict {
  const faults = files
    .filter(({ path }) => /^(src|tests|demo|tools)\/.*\.(ts|tsx|mjs)$/.test(path))
    .map(({ path, text }) => ({ path, lines: getLines(text) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path} has ${lines} lines; at most ${MAX_LINES}`)
  return { faults, note: `${files.length} files` }
}

/**
 * Checks that the kernel and the UI kit neither import a module nor contain a module's name of several words.
 * A name of one word, such as `files`, is an ordinary word and allowed.
 */
function checkModuleNames(files: readonly SourceFile[]): Verdict {
  const names = [
    ...new Set(
      files.flatMap(({ path }) => /^src\/(?:core|features)\/[^/]+\/([^/]+)\//.exec(path)?.[1] ?? []),
    ),
  ]
  const compound = names.filter((name) => /[A-Z]/.test(name))
  const pattern = new RegExp(
    `from '#(core|features)/[^']*'${compound.map((name) => `|\\b${name}\\b`).join('')}`,
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
    // Only in capitals, because the specification has a controller called ToDo.
    pattern: /\b(TODO|FIXME|XXX)\b|[Ll]orem ipsum/,
    where: /^(src|tests|tools|demo|migrations)\//,
  },
  {
    what: 'test that does not run',
    pattern: /\b(it|test|describe)\.(skip|only|todo)\b/,
    where: /\.test\.tsx?$/,
  },
  {
    what: 'checking switched off',
    pattern: /@ts-(ignore|expect-error|nocheck)|biome-ignore/,
    // A type test uses @ts-expect-error to show that a mistake does not compile.
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

/** The names of a settings object in a file: its own name, or the alias with which it was imported. */
const getNames = (name: string, text: string): string[] =>
  [
    ...text.matchAll(new RegExp(`\\b${name} as (\\w+)`, 'g')),
    ...(new RegExp(`\\b${name}\\b(?! as )`).test(text) ? [[name, name]] : []),
  ].map((match) => match[1]!)

/** Whether a file reads a setting, as `feeSettings.rounding` or by destructuring and using it. */
const readsAnySetting = (text: string, set: string, name: string): boolean =>
  getNames(set, text).some(
    (known) =>
      new RegExp(`\\b${known}\\.${name}\\b(?!\\.default)`).test(text) ||
      (new RegExp(`\\{[^{}]*\\b${name}\\b[^{}]*\\} =\\s+${known}\\b`).test(text) &&
        [...text.matchAll(new RegExp(`\\b${name}\\b(?!: )`, 'g'))].length > 1),
  )

/**
 * Checks that every setting is read somewhere in the product. Tests, the demonstration and the settings form
 * do not count.
 */
function checkSettings(files: readonly SourceFile[]): Verdict {
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
          .filter((name) => !readers.some((reader) => readsAnySetting(reader, set!, name)))
          .map((name) => `${path}: nobody reads ${set}.${name}`)
      },
    ),
  )
  const defaults = source
    .filter(({ text }) => /Settings\.\w+\.default\b/.test(text))
    .map(({ path }) => `${path} takes the default of a setting for its value`)
  return { faults: [...faults, ...defaults], note: `${count} settings` }
}

const findRetiredNames = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(src|tests|demo|tools)\/.*\.tsx?$/.test(path))
    .flatMap((file) =>
      listRetiredNames(file).map(
        (name) => `${file.path}: ${name} uses a retired word: docs/glossary.md, Words of the code`,
      ),
    )

function checkWords(files: readonly SourceFile[]): Verdict {
  const faults = files
    .filter(({ path }) => path !== 'tools/check.ts' && !path.startsWith('demo/data/'))
    .flatMap(({ path, text }) =>
      forbidden
        .filter(({ where, pattern }) => where.test(path) && pattern.test(text))
        .map(({ what, pattern }) => `${path}: ${what}: ${pattern.exec(text)?.[0]}`),
    )
  faults.push(...findRetiredNames(files))
  if (/"resolved":/.test(files.find(({ path }) => path === 'package-lock.json')?.text ?? ''))
    faults.push('package-lock.json names the registry it was made with ("resolved")')
  return { faults, note: `${files.length} files` }
}

const files = await listFiles(root)
const existing = new Set(files.map(({ path }) => path.split('/')[0] ?? ''))

function checkFunctions(files: readonly SourceFile[]): Verdict {
  const source = files.filter(
    ({ path }) => /^(src|demo|tools)\/.*\.(ts|tsx|mjs)$/.test(path) && !/\.(test|d)\.m?tsx?$/.test(path),
  )
  const all = source.flatMap(getFunctions)
  const long = all.filter(({ lines }) => lines > MAX_FUNCTION_LINES)
  const faults = long
    .filter(({ path }) => !longAsYet.includes(path))
    .map(({ path, name, lines }) => `${path}: ${name} has ${lines} lines; at most ${MAX_FUNCTION_LINES}`)
  const shorter = longAsYet
    .filter((path) => !long.some((measured) => measured.path === path))
    .map((path) => `${path} has no long function any more: take it off tools/long-as-yet.ts`)
  return { faults: [...faults, ...shorter], note: `${all.length} functions` }
}

/** All checks, the slowest first. */
const checks: readonly Check[] = [
  { name: 'types', run: checkTypes },
  { name: 'generated documents', run: () => runProgram(process.execPath, ['tools/docs.ts', '--check']) },
  {
    name: 'unused files, exports, packages',
    run: () => runProgram('knip', ['--no-progress', '--no-config-hints']),
  },
  { name: 'layers', run: checkLayers },
  {
    name: 'format and lint',
    run: () => runProgram('biome', ['check', '--error-on-warnings', '--colors=off', '.']),
  },
  { name: 'sizes', run: async () => checkSizes(files) },
  { name: 'long functions', run: async () => checkFunctions(files) },
  { name: 'module names', run: async () => checkModuleNames(files) },
  { name: 'unread settings', run: async () => checkSettings(files) },
  { name: 'words', run: async () => checkWords(files) },
  { name: 'plain language', run: async () => checkLanguage(files) },
  { name: 'days', run: async () => ({ faults: findUnzonedDays(files) }) },
  { name: 'style classes', run: async () => ({ faults: findUnmatchedClasses(files) }) },
]

const failed: { name: string; faults: string[] }[] = []
/**
 * The names on the command line: a check runs if its name begins with one of them. Without names, all run.
 */
const names = process.argv.slice(2)
const waiting = checks.filter(({ name }) => names.length === 0 || names.some((text) => name.startsWith(text)))

async function runLane(): Promise<void> {
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

await Promise.all(Array.from({ length: LANES }, runLane))
for (const { name, faults } of failed) console.error(`\n── ${name}\n${faults.join('\n')}`)
process.exitCode = failed.length > 0 ? 1 : 0
