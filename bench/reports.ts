import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { modules } from '#app/registry.ts'
import type { ExportLine } from '#ground/platform/exports/model/calls.ts'
import { makeHistory } from '#tests/proof/history.ts'
import { loadStatements, run, type Sides } from './comparisons.ts'
import { amountLine, type Line } from './result.ts'
import type { Ask } from './wire.ts'

/**
 * History of ten years, so that there are two million rows of occupancy and more than one million lines of
 * statements.
 */
const HISTORY = { properties: 5000, years: 10, lastYear: 2025 }
const MOST = 1.3
/** As many rows as a screen asks for. */
const PAGE = 100
const ROUNDS = 5

type Counts = { months: number; rooms: number; lines: number }

/**
 * Every report as its screen asks for it, by an agency user, over years of history; then the longest one as a
 * whole list.
 */
export async function compareReports(sides: Sides): Promise<Line[]> {
  const counts = await fill(sides)
  const token = await sides.world.token('agency.read')
  const lines: Line[] = []
  for (const { report } of modules.flatMap((module) => module.reports ?? [])) {
    const query = new URLSearchParams({ ...askedFor(report.page.query!.shape), fetchCount: String(PAGE) })
    const ask: Ask = { method: 'GET', path: `${report.path}/Page?${query}`, token }
    const statements = await loadStatements(sides, ask)
    lines.push(
      await run(
        sides,
        { report: { kind: 'read', statements, together: true } },
        {
          what: `report ${report.facts.number}, ${report.part ?? report.facts.title}`,
          most: MOST,
          how: `a page with its totals over ${rowWords(counts)}; the floor runs the bare SQL`,
          count: 1,
          lanes: 1,
          rounds: ROUNDS,
          ours: () => ask,
          floor: () => ({ method: 'GET', path: '/report' }),
        },
      ),
    )
  }
  return [...lines, ...(await streamed(sides, token)), await inBackground(sides, token)]
}

const rowWords = ({ months, rooms, lines }: Counts): string =>
  `${(months + rooms).toLocaleString('en-US')} rows of occupancy and ${lines.toLocaleString('en-US')} lines of statements`

/** Years and months of which the history has figures, as far as the report's call takes them. */
function askedFor(takes: Readonly<Record<string, unknown>>): Record<string, string> {
  const { lastYear } = HISTORY
  const query = {
    year: String(lastYear),
    asOf: `${lastYear}-12-01`,
    from: `${lastYear}-01-01`,
    to: `${lastYear}-12-01`,
    fromYear: String(lastYear - 4),
    toYear: String(lastYear),
  }
  return Object.fromEntries(Object.entries(query).filter(([name]) => name in takes))
}

async function fill({ world }: Sides): Promise<Counts> {
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

const STREAMED = {
  path: '/api/reporting/OccupancyByProperty',
  body: { from: `${HISTORY.lastYear - 2}-01-01`, to: `${HISTORY.lastYear}-12-01` },
}
const FIRST_BYTES_MS = 300
const MEMORY_MB = 64

/**
 * A list of more than 100,000 rows: when its first bytes come, and how much memory it takes on the server.
 */
async function streamed({ portal }: Sides, token: string): Promise<Line[]> {
  const ask = async () => {
    const started = performance.now()
    const response = await fetch(`http://127.0.0.1:${portal.port}${STREAMED.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(STREAMED.body),
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
  const before = await loadPeak(portal.pid)
  const { first, rows, all } = await ask()
  const grown = (await loadPeak(portal.pid)) - before
  const how = `${rows.toLocaleString('en-US')} rows of report 5 in one answer, whole in ${(all / 1000).toFixed(1)} s, after one that is not counted`
  return [
    amountLine('first bytes of a list of more than 100,000 rows', FIRST_BYTES_MS, first, 'ms', how),
    amountLine('memory that such a list takes on the server', MEMORY_MB, grown, 'MB', how),
  ]
}

/**
 * A file of the same rows that the portal creates in the background: how much memory that takes on the
 * server.
 */
async function inBackground({ portal }: Sides, token: string): Promise<Line> {
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
        callPath: STREAMED.path,
        asked: STREAMED.body,
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
    const before = await loadPeak(portal.pid)
    ;({ rowsDone, sizeBytes } = await create())
    grown.push((await loadPeak(portal.pid)) - before)
  }
  const how = `${rowsDone.toLocaleString('en-US')} rows of report 5 as Excel, ${((sizeBytes ?? 0) / 1e6).toFixed(1)} MB; the least of three, which differ by when garbage is collected`
  return amountLine(
    'memory that a file in the background takes on the server',
    MEMORY_MB,
    Math.min(...grown),
    'MB',
    how,
  )
}

/** The most memory that a process had in use since its mark was cleared, in megabytes. */
async function loadPeak(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}
