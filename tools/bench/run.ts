import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDataFolder } from '#tools/postgres/data-folder.ts'
import { startFloorServer, startPortalServer } from './children.ts'
import { compareDetails, compareList, compareWrites } from './comparisons.ts'
import { measureOfficeDay } from './office.ts'
import { checkReadLimits } from './reads.ts'
import { writeReport } from './report.ts'
import { compareReports } from './reports.ts'
import { type Line, printLine, skippedLine } from './result.ts'
import { measureScreens } from './screens.ts'
import { firstStartLine, measureLaterStart, measureTypeCheck, timeFirstStart } from './starts.ts'
import { buildWeb, measureSizes } from './web.ts'
import { measureWorksheet } from './worksheet.ts'
import { openWorld } from './world.ts'
import { compareYearLists } from './yearLists.ts'

/**
 * `npm run bench [-- --national] [-- part …]`: measures the budgets of the portal on this machine and prints
 * each result at once. If all parts were measured, it writes docs/performance.md. The exit code is 1 if a
 * budget is broken. Parts: starts, list, statements, reads, details, writes, office, reports, sizes, screens,
 * worksheet, types.
 */

const ROOT = join(import.meta.dirname, '..', '..')
const PASSWORD = 'rooftree-demo'
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const argv = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const isRequested = (part: string): boolean => argv.length === 0 || argv.includes(part)

const lines: Line[] = []
/**
 * Measures a part if it is requested. A part that fails counts as a broken budget, and the others still run.
 */
async function measurePart(name: string, measure: () => Promise<Line | Line[]>): Promise<void> {
  if (!isRequested(name)) return
  let partLines: Line[]
  try {
    partLines = [await measure()].flat()
  } catch (error) {
    // The reason must fit into a row of a table, so it has no line breaks and no stack.
    const why = (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, ' ').trim()
    partLines = [{ ...skippedLine(name, '', why), measured: 'broke off', verdict: 'FAIL' }]
  }
  for (const line of partLines) {
    lines.push(line)
    printLine(line)
  }
}

const started = performance.now()
const folder = await mkdtemp(join(tmpdir(), 'rooftree-bench-'))
process.env.DEMO_PASSWORD = PASSWORD
const firstStart = await timeFirstStart(folder, options)
await measurePart('starts', async () => firstStartLine(firstStart))
const web = await buildWeb(ROOT)
const world = await openWorld(folder)
console.log(`\n${world.contents}\n`)
const portal = await startPortalServer(world.postgres.connectionString, join(folder, 'files'), web.folder)
const floor = await startFloorServer(world.postgres.connectionString)
const sides = { world, portal, floor }
try {
  await measurePart('list', () => compareList(sides))
  await measurePart('statements', () => compareYearLists(sides))
  await measurePart('reads', () => checkReadLimits(sides))
  await measurePart('details', () => compareDetails(sides))
  await measurePart('writes', () => compareWrites(sides))
  await measurePart('office', () => measureOfficeDay(sides))
  await measurePart('sizes', () => measureSizes(web, portal.port))
  await measurePart('screens', () => measureScreens(sides, PASSWORD))
  // The reports are last, because they fill the database with years of history.
  await measurePart('reports', () => compareReports(sides))
} finally {
  await portal.stop()
  await floor.stop()
  await world.close()
  await web.remove()
}
await measurePart('starts', () => measureLaterStart(folder))
await measurePart('worksheet', () => measureWorksheet())
await measurePart('types', () => measureTypeCheck())
removeDataFolder(join(folder, 'postgres'))
await rm(folder, { recursive: true, force: true })

const runSeconds = (performance.now() - started) / 1000
const broken = lines.filter((line) => line.verdict === 'FAIL').length
console.log(
  `\n${lines.length} lines in ${runSeconds.toFixed(0)} s; ${broken === 0 ? 'every budget is held' : `${broken} broken`}.`,
)
if (argv.length === 0) await writeReport(ROOT, lines, world.contents, options, runSeconds)
process.exitCode = broken > 0 ? 1 : 0
