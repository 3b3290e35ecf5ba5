import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as serverModules from '#app/serverModules.ts'
import * as webModules from '#app/webModules.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import type { WebModule } from '#kernel/web/module.ts'

// node tools/costs.ts: prints the size of each module for filed records. It counts source lines without
// blanks, comments and tests: model and server lines per call (generic calls included), and web lines per
// screen and tab.

const folder = join(import.meta.dirname, '..', 'src', 'features')
const servers: Readonly<Record<string, ServerModule>> = serverModules
const webs: Readonly<Record<string, WebModule>> = webModules

/** Counts the lines of a text that are neither blank nor comments. */
const countSourceLines = (text: string): number =>
  text
    .replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\}|\/\/.*)$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

const countLinesBelow = (path: string): number =>
  readdirSync(join(folder, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .reduce(
      (sum, entry) => sum + countSourceLines(readFileSync(join(entry.parentPath, entry.name), 'utf8')),
      0,
    )

const countPart = (path: string, side: string): number =>
  readdirSync(join(folder, path)).includes(side) ? countLinesBelow(join(path, side)) : 0

const formatAverage = (lines: number, of: number): string => (of === 0 ? '–' : (lines / of).toFixed(0))

const modulesByArea = readdirSync(folder)
  .filter((area) => area !== 'reports')
  .flatMap((area) => readdirSync(join(folder, area)).map((name) => ({ area, name })))
const rows = modulesByArea.map(({ area, name }) => {
  const path = join(area, name)
  const server = countPart(path, 'model') + countPart(path, 'server')
  const web = countPart(path, 'web')
  const calls = servers[name]?.served?.length ?? 0
  const screens = webs[name]?.screens?.length ?? 0
  const tabs = webs[name]?.tabs?.length ?? 0
  return {
    area,
    subject: name,
    'server lines': server,
    calls,
    'a call': formatAverage(server, calls),
    'web lines': web,
    addresses: screens,
    tabs,
    'a screen': formatAverage(web, screens + tabs),
  }
})
console.table(rows)
