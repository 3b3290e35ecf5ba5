import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { modules } from '#app/registry.ts'
import type { ExportLine } from '#core/platform/exports/model/calls.ts'
import { makeHistory } from '#tests/proof/history.ts'
import { loadStatements, measureComparison, type Sides } from './comparisons.ts'
import { amountLine, type Line } from './result.ts'
import type { BenchRequest } from './wire.ts'

/**
 * A history of ten years, which has two million rows of occupancy and more than one million lines of
 * statements.
 */
const HISTORY = { properties: 5000, years: 10, lastYear: 2025 }
/** The portal may take at most this many times as long as the floor. */
const MAX_RATIO = 1.3
/** The number of rows that a screen requests. */
const PAGE_ROWS = 100
const ROUNDS = 5

type Counts = { months: number; rooms: number; lines: number }

/**
 * Measures every report over years of history, requested as its screen requests it, by an agency user. Then
 * measures the longest one as a whole list and as a file in the background.
 */
export async function compareReports(sides: Sides): Promise<Line[]> {
  const counts = await createHistory(sides)
  const token = await sides.world.createToken('agency.read')
  const lines: Line[] = []
  for (const { report } of modules.flatMap((module) => module.reports ?? [])) {
    const query = new URLSearchParams({
      ...getReportQuery(report.page.query!.shape),
      fetchCount: String(PAGE_ROWS),
    })
    const ask: BenchRequest = { method: 'GET', path: `${report.path}/Page?${query}`, token }
    const statements = await loadStatements(sides, ask)
    lines.push(
      await measureComparison(
        sides,
        { report: { kind: 'read', statements, inTransaction: true } },
        {
          title: `report ${report.facts.number}, ${report.part ?? report.facts.title}`,
          maxRatio: MAX_RATIO,
          description: `a page with its totals over ${describeCounts(counts)}; the floor runs the bare SQL`,
          count: 1,
          concurrency: 1,
          rounds: ROUNDS,
          portal: () => ask,
          floor: () => ({ method: 'GET', path: '/report' }),
        },
      ),
    )
  }
  return [...lines, ...(await measureLongList(sides, token)), await measureBackgroundFile(sides, token)]
}

const describeCounts = ({ months, rooms, lines }: Counts): string =>
  `${(months + rooms).toLocaleString('en-US')} rows of occupancy and ${lines.toLocaleString('en-US')} lines of statements`

/** Returns years and months of the history as the query parameters that the call of the report has. */
function getReportQuery(parameters: Readonly<Record<string, unknown>>): Record<string, string> {
  const { lastYear } = HISTORY
  const query = {
    year: String(lastYear),
    asOf: `${lastYear}-12-01`,
    from: `${lastYear}-01-01`,
    to: `${lastYear}-12-01`,
    fromYear: String(lastYear - 4),
    toYear: String(lastYear),
  }
  return Object.fromEntries(Object.entries(query).filter(([name]) => name in parameters))
}

async function createHistory({ world }: Sides): Promise<Counts> {
  const client = await world.owner.connect()
  try {
    await makeHistory(client, HISTORY)
    await client.query('vacuum analyze')
    const { rows } =
      await client.query<Counts>(`select (select count(*) from project_occupancy)::integer as months,
      (select count(*) from project_occupancy_room)::integer as rooms, (select count(*) from annual_statement_line)::integer as lines`)
    return rows[0]!
  } finally {
    client.release()
  }
}

/** The call of report 5 that returns more than 100,000 rows. */
const LONG_LIST = {
  path: '/api/reporting/OccupancyByProperty',
  body: { from: `${HISTORY.lastYear - 2}-01-01`, to: `${HISTORY.lastYear}-12-01` },
}
const MAX_FIRST_BYTES_MS = 300
const MAX_MEMORY_MB = 64

/**
 * Measures a list of more than 100,000 rows: the time until its first bytes, and the memory that it takes on
 * the server.
 */
async function measureLongList({ portal }: Sides, token: string): Promise<Line[]> {
  const ask = async () => {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${portal.port}${LONG_LIST.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(LONG_LIST.body),
    })
    let first = 0
    let rows = 0
    for await (const chunk of response.body!) {
      first ||= performance.now() - started
      rows +=
        Buffer.from(chunk as Uint8Array)
          .toString('latin1')
          .split('"month":').length - 1
    }
    return { first, rows, all: performance.now() - started }
  }
  await ask()
  await writeFile(`/proc/${portal.pid}/clear_refs`, '5')
  const before = await loadPeakMegabytes(portal.pid)
  const { first, rows, all } = await ask()
  const grown = (await loadPeakMegabytes(portal.pid)) - before
  const description = `${rows.toLocaleString('en-US')} rows of report 5 in one answer, whole in ${(all / 1000).toFixed(1)} s, after one that is not counted`
  return [
    amountLine(
      'first bytes of a list of more than 100,000 rows',
      MAX_FIRST_BYTES_MS,
      first,
      'ms',
      description,
    ),
    amountLine('memory that such a list takes on the server', MAX_MEMORY_MB, grown, 'MB', description),
  ]
}

/**
 * Measures the memory on the server that a file of the same rows takes, which the portal creates in the
 * background.
 */
async function measureBackgroundFile({ portal }: Sides, token: string): Promise<Line> {
  const [path, headers] = [
    `http://127.0.0.1:${portal.port}/api/Exports`,
    { authorization: `Bearer ${token}` },
  ]
  const create = async (): Promise<ExportLine> => {
    await fetch(`${path}/Begin`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: 'Occupancy By Property',
        callPath: LONG_LIST.path,
        asked: LONG_LIST.body,
        format: 'Excel',
        columns: [],
        askedFrom: '/OccupancyByProperty',
      }),
    })
    for (;;) {
      const [newest] = (await (await fetch(`${path}/GetMine`, { headers })).json()) as ExportLine[]
      if (newest?.state === 'Ready') return newest
      if (newest?.state !== 'Waiting' && newest?.state !== 'Running')
        throw new Error(`The file in the background: ${newest?.reason ?? 'none'}`)
      await setTimeout(500)
    }
  }
  await portal.createFiles()
  let { rowsDone, sizeBytes } = await create()
  const grown: number[] = []
  for (let round = 0; round < 3; round += 1) {
    await writeFile(`/proc/${portal.pid}/clear_refs`, '5')
    const before = await loadPeakMegabytes(portal.pid)
    ;({ rowsDone, sizeBytes } = await create())
    grown.push((await loadPeakMegabytes(portal.pid)) - before)
  }
  const description = `${rowsDone.toLocaleString('en-US')} rows of report 5 as Excel, ${((sizeBytes ?? 0) / 1e6).toFixed(1)} MB; the least of three, which differ by when garbage is collected`
  return amountLine(
    'memory that a file in the background takes on the server',
    MAX_MEMORY_MB,
    Math.min(...grown),
    'MB',
    description,
  )
}

/** Returns the maximum memory that a process used since its counter was reset, in megabytes. */
async function loadPeakMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
