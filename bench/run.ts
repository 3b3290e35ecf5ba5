import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFloorServer, startPortalServer } from './children.ts'
import { compareDetails, compareList, compareReports, compareWrites } from './comparisons.ts'
import { officeDay } from './office.ts'
import { type Line, say } from './result.ts'
import { openWorld } from './world.ts'

const lines: Line[] = []
const note = (...found: Line[]) => {
  for (const line of found) {
    lines.push(line)
    say(line)
  }
}
const folder = process.env.BENCH_FOLDER ?? (await mkdtemp(join(tmpdir(), 'rooftree-bench-')))
const t0 = performance.now()
const world = await openWorld(folder)
console.log(world.contents, ((performance.now() - t0) / 1000).toFixed(1), 's')
const portal = await startPortalServer(world.postgres.connectionString, join(folder, 'files'), '')
const floor = await startFloorServer(world.postgres.connectionString)
const sides = { world, portal, floor }
try {
  const only = process.argv[2]
  if (!only || only === 'list') note(await compareList(sides))
  if (!only || only === 'details') note(...(await compareDetails(sides)))
  if (!only || only === 'writes') note(...(await compareWrites(sides)))
  if (!only || only === 'office') note(...(await officeDay(sides)))
  if (!only || only === 'reports') note(...(await compareReports(sides)))
} finally {
  await portal.stop()
  await floor.stop()
  await world.close()
}
console.log(((performance.now() - t0) / 1000).toFixed(1), 's')
