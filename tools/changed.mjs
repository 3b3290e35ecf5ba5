import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { Refusal } from './install.mjs'

const FOLDERS = ['src', 'demo', 'tests', 'tools']
/**
 * The folder that imports all modules. Imports are not followed through it, because all tests would be
 * related otherwise.
 */
const WHOLE_APP = /^src\/app\//

/**
 * Lists the files that changed since this branch left `main`, committed or not. On `main` itself it lists
 * uncommitted ones.
 *
 * @param {string} root
 * @returns {string[]} paths relative to the root with `/`, including removed files
 */
export function changedFiles(root) {
  const runGit = (...args) => {
    const answer = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
    if (answer.status !== 0)
      throw new Refusal(`git ${args[0]}: ${(answer.stderr ?? '').trim() || 'does not run here'}`)
    return answer.stdout.split('\n').filter(Boolean)
  }
  const isBranch = (name) =>
    spawnSync('git', ['rev-parse', '--quiet', '--verify', name], { cwd: root }).status === 0
  const base = ['main', 'origin/main'].find(isBranch)
  const [since] = base ? runGit('merge-base', 'HEAD', base) : ['HEAD']
  return [
    ...new Set([
      ...runGit('diff', '--name-only', '--no-renames', '--relative', since),
      ...runGit('ls-files', '--others', '--exclude-standard'),
    ]),
  ].sort()
}

/** The names of the modules to which the files belong. */
export const modulesOf = (files) => [
  ...new Set(files.flatMap((file) => /^src\/(?:core|features)\/[^/]+\/([^/]+)\//.exec(file)?.[1] ?? [])),
]

/**
 * Finds the tests that import a changed file, directly or through others but not through the whole app, and all
 * tests of modules with changed files.
 *
 * @param {string} root
 * @param {readonly string[]} changed
 * @returns {string[]} paths relative to the root
 */
export function relatedTests(root, changed) {
  const sources = FOLDERS.flatMap((folder) => listSources(root, folder))
  const importers = new Map()
  for (const file of sources)
    for (const imported of readImports(root, file))
      importers.set(imported, [...(importers.get(imported) ?? []), file])
  const reached = new Set(changed)
  for (const file of reached)
    if (!WHOLE_APP.test(file) || changed.includes(file))
      for (const importer of importers.get(file) ?? []) reached.add(importer)
  const folders = modulesOf(changed).map((name) => new RegExp(`^src/(?:core|features)/[^/]+/${name}/`))
  const isTest = (file) => /\.test\.tsx?$/.test(file)
  return sources.filter(
    (file) => isTest(file) && (reached.has(file) || folders.some((folder) => folder.test(file))),
  )
}

function listSources(root, folder) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${String(name).replaceAll('\\', '/')}`)
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !/\.d\.m?ts$/.test(name))
}

/** Returns the paths that a file imports, relative to the root. `#name/…` is resolved as in package.json. */
function readImports(root, file) {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/(?:from|import)[ (]*'([#.][^']+)'/g)].map(([, name]) => {
    const path = name.startsWith('#') ? stripHash(name) : relative(root, join(root, dirname(file), name))
    return path.replaceAll('\\', '/')
  })
}

function stripHash(name) {
  const [alias, ...rest] = name.slice(1).split('/')
  return [...(['demo', 'tests', 'tools'].includes(alias) ? [] : ['src']), alias, ...rest].join('/')
}
