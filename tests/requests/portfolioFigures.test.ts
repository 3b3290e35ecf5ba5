import { afterAll, beforeAll, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { getTileKey, getTileParameters } from '#engines/report/model/tile.ts'
import { storeFiguresJob } from '#engines/report/server/figures.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

type Page = { total: number; properties: number | null; totals: Record<string, number | null> }
type Snapshot = { day: string | null; figures: Record<string, number> }

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-04-21T15:00:00Z'))
  await seedRecords(portal)
  await seedMore(portal, 12)
})
afterAll(() => portal.close())

const loadTiles = () =>
  modules
    .flatMap((module) => module.reports ?? [])
    .flatMap(({ report }) => (report.tiles ?? []).map((tile) => ({ report, tile })))
const loadFiguresBefore = async (persona = 'agency.read') =>
  portal.ask(persona, 'GET', '/api/reporting/GetFiguresBefore')

test("RPT: the nightly job stores the portfolio's figures as the agency reads them, for comparison a week later", async () => {
  expect(await runDue(portal.pool, portal.services, storeFiguresJob)).toBe(true)
  expect((await loadFiguresBefore()).body).toEqual({ day: null, figures: {} })
  const read = new Map<string, number | null>()
  for (const { report, tile } of loadTiles()) {
    const parameters = Object.entries(getTileParameters(tile.buildParameters, '2026-04-21')).map(
      ([name, value]) => [name, String(value)],
    )
    const { body } = await portal.ask(
      'agency.read',
      'GET',
      `${report.path}/Page?${new URLSearchParams(parameters)}&fetchCount=1`,
    )
    read.set(getTileKey(report, tile), tile.figure(body as Page))
  }
  portal.setNow(new Date('2026-04-28T15:00:00Z'))
  const { day, figures } = (await loadFiguresBefore()).body as Snapshot
  expect(day).toBe('2026-04-21')
  expect(Object.keys(figures).length).toBeGreaterThan(0)
  for (const [key, value] of read)
    if (value === null) expect(key in figures).toBe(false)
    else expect(figures[key], key).toBeCloseTo(value, 2)
})

test('RPT: figures are compared with the newest night of about a week before, are deleted after a year, and are closed to companies', async () => {
  portal.setNow(new Date('2026-05-25T15:00:00Z'))
  expect(((await loadFiguresBefore()).body as Snapshot).day).toBe(null)
  await runDue(portal.pool, portal.services, storeFiguresJob)
  portal.setNow(new Date('2027-05-22T15:00:00Z'))
  await runDue(portal.pool, portal.services, storeFiguresJob)
  const { rows } = await portal.owner.query<{ day: string }>(
    'select distinct day::text as day from report_figure order by 1',
  )
  expect(rows.map((row) => row.day)).toEqual(['2026-05-25', '2027-05-22'])
  expect((await loadFiguresBefore('company.admin')).status).toBe(403)
})

type Other = { title: string; value: number; before: number | null; to: string }
const getOtherFigures = async (persona = 'agency.read') =>
  portal.ask(persona, 'GET', '/api/reporting/GetOtherFigures')

test('RPT: overdue decisions and proposals count the same as their lists, and a week later the stored figures are shown next to them', async () => {
  portal.setNow(new Date('2027-06-01T15:00:00Z'))
  await portal.owner.query(
    `delete from report_figure; update replacement_reserve_request set status_id = 2, submitted = '2027-01-04T15:00:00Z', decided = null`,
  )
  await runDue(portal.pool, portal.services, storeFiguresJob)
  const figuresNow = (await getOtherFigures()).body as { day: string | null; figures: Other[] }
  const findFigure = (title: string) => figuresNow.figures.find((figure) => figure.title === title)?.value
  const work = (await portal.ask('agency.read', 'GET', '/api/Work/GetOpen')).body as {
    today: string
    rows: { promisedBy: string | null }[]
  }
  const late = work.rows.filter(({ promisedBy }) => promisedBy !== null && promisedBy < work.today)
  expect(findFigure('Decisions overdue')).toBe(late.length)
  expect(late.length).toBeGreaterThan(0)
  const proposals = (await portal.ask('agency.read', 'GET', '/api/WatchList/GetProposals?year=2027&month=6'))
    .body as {
    putOffReason: string | null
  }[]
  expect(findFigure('Watch-list proposals')).toBe(
    proposals.filter(({ putOffReason }) => putOffReason === null).length,
  )
  expect(figuresNow.figures.every(({ before }) => before === null)).toBe(true)
  portal.setNow(new Date('2027-06-08T15:00:00Z'))
  const figuresLater = (await getOtherFigures()).body as { day: string | null; figures: Other[] }
  expect(figuresLater.day).toBe('2027-06-01')
  expect(figuresLater.figures.map(({ title, before }) => [title, before])).toEqual(
    figuresNow.figures.map(({ title, value }) => [title, value]),
  )
  expect((await getOtherFigures('company.admin')).status).toBe(403)
})
