import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '#postgres/data-folder.ts'
import { startFloorServer, startPortalServer } from './children.ts'
import { compareDetails, compareList, compareWrites } from './comparisons.ts'
import { officeDay } from './office.ts'
import { boundReads } from './reads.ts'
import { writeReport } from './report.ts'
import { compareReports } from './reports.ts'
import { type Line, say, skippedLine } from './result.ts'
import { measureScreens } from './screens.ts'
import { firstStartLine, firstStartSeconds, measureLaterStart, measureTypeCheck } from './starts.ts'
import { buildWeb, measureSizes } from './web.ts'
import { measureWorksheet } from './worksheet.ts'
import { openWorld } from './world.ts'
import { compareYearLists } from './yearLists.ts'

/**
 * `npm run bench [-- --national] [-- part …]`: measures the budgets of the portal on this machine, prints
 * each with its outcome as it is known, writes docs/performance.md when all were measured, and ends with 1
 * when one is broken. Parts: starts, list, statements, reads, details, writes, office, reports, sizes,
 * screens, worksheet, types.
 */

const ROOT = join(import.meta.dirname, '..')
const PASSWORD = 'rooftree-demo'
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const argv = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isRequested = (part: string): boolean => argv.length === 0 || argv.includes(part)

const lines: Line[] = []
/**
 * Measures a part if it is wanted. A part that breaks off is a broken budget, and does not keep the others
 * from running.
 */
async function part(name: string, measure: () => Promise<Line | Line[]>): Promise<void> {
  if (!isRequested(name)) return
  let matches: Line[]
  try {
    matches = [await measure()].flat()
  } catch (error) {
    // Of a table's line: where in the bench it was is nothing to be read there.
    const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
    matches = [{ ...skippedLine(name, '', why), measured: 'broke off', verdict: 'FAIL' }]
  }
  for (const line of matches) {
    lines.push(line)
    say(line)
  }
}

const started = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'rooftree-bench-'))
process.env.DEMO_PASSWORD = PASSWORD
const firstStart = await firstStartSeconds(folder, options)
await part('starts', async () => firstStartLine(firstStart))
const web = await buildWeb(ROOT)
const world = await openWorld(folder)
console.log(`\n${world.contents}\n`)
const portal = await startPortalServer(world.postgres.connectionString, join(folder, 'files'), web.folder)
const floor = await startFloorServer(world.postgres.connectionString)
const sides = { world, portal, floor }
try {
  await part('list', () => compareList(sides))
  await part('statements', () => compareYearLists(sides))
  await part('reads', () => boundReads(sides))
  await part('details', () => compareDetails(sides))
  await part('writes', () => compareWrites(sides))
  await part('office', () => officeDay(sides))
  await part('sizes', () => measureSizes(web, portal.port))
  await part('screens', () => measureScreens(sides, PASSWORD))
  // The last, for it fills the database with years of history.
  await part('reports', () => compareReports(sides))
} finally {
  await portal.stop()
  await floor.stop()
  await world.close()
  await web.remove()
}
await part('starts', () => measureLaterStart(folder))
await part('worksheet', () => measureWorksheet())
await part('types', () => measureTypeCheck())
removeDataFolder(join(folder, 'postgres'))
await rm(folder, { recursive: true, force: true })

const seconds = (performance.now() - started) / 1000
const broken = lines.filter((line) => line.verdict === 'FAIL').length
console.log(
  `\n${lines.length} lines in ${seconds.toFixed(0)} s; ${broken === 0 ? 'every budget is held' : `${broken} broken`}.`,
)
if (argv.length === 0) await writeReport(ROOT, lines, world.contents, options, seconds)
process.exitCode = broken > 0 ? 1 : 0
