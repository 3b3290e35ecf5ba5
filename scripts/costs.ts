import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as serverModules from '#app/serverModules.ts'
import * as webModules from '#app/webModules.ts'
import type { ServerModule } from '#kernel/server/module.ts'
import type { WebModule } from '#kernel/web/module.ts'

// node scripts/costs.ts: what each filed subject costs. Lines of source (no blanks, no comments, no tests) of
// its model
// and server by the calls it answers, the generic ones included, and of its screens by their addresses and
// the tabs it
// shows on other screens.

const folder = join(import.meta.dirname, '..', 'src', 'modules')
const servers: Readonly<Record<string, ServerModule>> = serverModules
const webs: Readonly<Record<string, WebModule>> = webModules

/** Lines of a text that say something to the machine. */
const sourceLines = (text: string): number =>
  text
    .replaceAll(/^\s*(?:\/\*[\s\S]*?\*\/|\{\/\*[\s\S]*?\*\/\}|\/\/.*)$/gm, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length

const linesBelow = (path: string): number =>
  readdirSync(join(folder, path), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .reduce((sum, entry) => sum + sourceLines(readFileSync(join(entry.parentPath, entry.name), 'utf8')), 0)

const part = (path: string, side: string): number =>
  readdirSync(join(folder, path)).includes(side) ? linesBelow(join(path, side)) : 0

const each = (lines: number, of: number): string => (of === 0 ? '–' : (lines / of).toFixed(0))

const subjects = readdirSync(folder).flatMap((area) =>
  readdirSync(join(folder, area)).map((name) => ({ area, name })),
)
const rows = subjects.map(({ area, name }) => {
  const path = join(area, name)
  const server = part(path, 'model') + part(path, 'server')
  const web = part(path, 'web')
  const calls = servers[name]?.served?.length ?? 0
  const screens = webs[name]?.screens?.length ?? 0
  const tabs = webs[name]?.tabs?.length ?? 0
  return {
    area,
    subject: name,
    'server lines': server,
    calls,
    'a call': each(server, calls),
    'web lines': web,
    addresses: screens,
    tabs,
    'a screen': each(web, screens + tabs),
  }
})
console.table(rows)
