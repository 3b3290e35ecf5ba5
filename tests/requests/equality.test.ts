import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { modules } from '#app/registry.ts'
import { getTileKey } from '#engines/report/model/tile.ts'
import type { TieOutResult } from '#engines/worksheet/model/index.ts'
import { recentSnapshots } from '#features/statements/reportCard/server/night.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { type Figure, FigureReader, type Figures, PlaceRefusedError } from '#tests/equality/asking.ts'
import { loadSlice } from '#tests/equality/demonstration.ts'
import {
  allReviews,
  collectShownFigures,
  findMentionedFigures,
  loadOutgoingTexts,
} from '#tests/equality/letterFigures.ts'
import type { Place, QuantityWithPlaces } from '#tests/equality/place.ts'
import { placedQuantities, unequalPlaces } from '#tests/equality/table.ts'
import { tilesAlone } from '#tests/equality/tilePlaces.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

/**
 * Tests that every place that prints a quantity prints the same figure, over a part of the demonstration
 * data.
 */
const [DATABASE, DAY] = ['equality_slice', '2026-11-16']
const TIMEOUT_MS = 240_000

let portal: Portal
let agency: FigureReader
let company: FigureReader
beforeAll(async () => {
  await loadSlice(DATABASE, DAY)
  portal = await openPortal({}, DATABASE)
  portal.setNow(new Date(`${DAY}T15:00:00Z`))
  agency = new FigureReader(portal, 'agency.admin', DAY)
  company = new FigureReader(portal, 'company.admin', DAY)
}, TIMEOUT_MS)
afterAll(() => portal.close())

const differs = (item: Figure, other: Figure): boolean =>
  typeof item === 'number' && typeof other === 'number' ? Math.abs(item - other) > 0.005 : item !== other

/** Lists the figures of a place that differ from an earlier place's figure for the same key. */
function findDifferences(places: readonly (readonly [Place, Figures])[], index: number): string[] {
  const [place, figures] = places[index]!
  return [...figures].flatMap(([key, figure]) => {
    const earlier = places.slice(0, index).find(([, others]) => others.has(key))
    if (!earlier || !differs(figure, earlier[1].get(key)!)) return []
    return [`${key}: ${earlier[1].get(key)} in “${earlier[0].name}”, ${figure} in “${place.name}”`]
  })
}

const readAllPlaces = async ({ places }: QuantityWithPlaces, ask: FigureReader) => {
  const answers: (readonly [Place, Figures])[] = []
  for (const place of places) answers.push([place, await place.read(ask)])
  return answers
}

const placedByName = placedQuantities.map((placed) => [placed.quantity.name, placed] as const)

test(
  'smaller 8: every comparison (tie-out) of an approved demonstration statement agrees',
  async () => {
    const { rows } = await portal.owner.query<{ id: number; year: number }>(
      'select afs_id as id, extract(year from period_end)::integer as year from annual_statement where status_id = 5',
    )
    expect(rows.length).toBeGreaterThan(100)
    const failing: string[] = []
    for (const { id, year } of rows) {
      const reply = await portal.ask('agency.admin', 'GET', `/api/AFS/GetTieOuts/${id}`)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      // A bank balance above the insured limit is only a warning, so it is no fault of the statement.
      const broken = (reply.body as TieOutResult[]).filter(
        ({ agrees, id: tie }) => !agrees && !tie.startsWith('AFS-T34.'),
      )
      failing.push(...broken.map((tie) => `${id} of ${year}: ${tie.id} ${tie.left.cents} ${tie.right.cents}`))
    }
    expect(failing.slice(0, 30), `${failing.length} fail`).toEqual([])
  },
  TIMEOUT_MS,
)

describe('every place that prints a quantity prints the same figure', () => {
  test.each(placedByName)(
    '%s',
    async (name, placed) => {
      const answers = await readAllPlaces(placed, agency)
      for (const [index, [place, figures]] of answers.entries()) {
        expect(figures.size, place.name).toBeGreaterThan(0)
        const matchingAnswers = answers.filter(([other]) => other !== place)
        const compared = [...figures.keys()].filter((key) =>
          matchingAnswers.some(([, other]) => other.has(key)),
        )
        expect(compared.length, `${place.name} is compared with nothing`).toBeGreaterThan(0)
        const reason = unequalPlaces[`${name} | ${place.name}`]
        const matches = findDifferences(answers, index)
        if (reason) expect(matches, `${place.name} is equal now: strike its exception`).not.toEqual([])
        else expect(matches.slice(0, 12), `${matches.length} differ`).toEqual([])
      }
    },
    TIMEOUT_MS,
  )

  test('every tile is in the table of quantities or is declared as the only place of its figure', () => {
    const tiles = modules
      .flatMap(({ reports = [] }) => reports)
      .flatMap(({ report }) => (report.tiles ?? []).map(({ title }) => title))
    const names = placedQuantities.flatMap(({ places }) => places.map(({ name }) => name))
    const isPlaced = (title: string) => names.some((name) => name.startsWith(`Tile “${title}”`))
    expect(tiles.filter((title) => !isPlaced(title) && !(title in tilesAlone))).toEqual([])
    expect(Object.keys(tilesAlone).filter((title) => !tiles.includes(title) || isPlaced(title))).toEqual([])
  })

  test('every stored figure of the week before belongs to a tile or a list of the portfolio screen', async () => {
    const tiles = modules
      .flatMap(({ reports = [] }) => reports)
      .flatMap(({ report }) => (report.tiles ?? []).map((tile) => getTileKey(report, tile)))
    const otherFigures = await agency.get<{ figures: { title: string }[] }>('/api/reporting/GetOtherFigures')
    const { rows } = await portal.owner.query<{ tile: string }>('select distinct tile from report_figure')
    const knownTiles = [...tiles, ...otherFigures.figures.map(({ title }) => title)]
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ tile }) => !knownTiles.includes(tile))).toEqual([])
  })

  test('WLS the watch list proposes properties from the figures of their report cards', async () => {
    type Proposal = { triggers: { words: string; path: string }[] }
    const month = `year=${DAY.slice(0, 4)}&month=${Number(DAY.slice(5, 7))}`
    const proposals = await agency.get<Proposal[]>(`/api/WatchList/GetProposals?${month}`)
    const labels = proposals.flatMap(({ triggers }) => triggers).map((trigger) => trigger.words)
    expect(labels.filter((text) => text.startsWith('Coverage')).length).toBeGreaterThan(0)
    expect(labels.filter((text) => text.startsWith('Economic occupancy')).length).toBeGreaterThan(0)
  })

  test('every exception names a place of the table, and no place is listed twice', () => {
    const places = placedQuantities.flatMap(({ quantity, places: all }) =>
      all.map(({ name }) => `${quantity.name} | ${name}`),
    )
    expect(Object.keys(unequalPlaces).filter((key) => !places.includes(key))).toEqual([])
    expect(new Set(places).size).toBe(places.length)
  })

  test.each(placedByName)(
    '%s: a company reads the same figure as the agency, or none',
    async (_, placed) => {
      for (const place of placed.places) {
        const figures = await place.read(company).catch((error: unknown) => {
          if (error instanceof PlaceRefusedError) return null
          throw error
        })
        if (place.isOfAgency) {
          if (figures !== null)
            throw new Error(`${place.name} is declared as the agency’s, and answers a company.`)
          continue
        }
        if (figures === null)
          throw new Error(`${place.name} is refused to a company, which nothing declares.`)
        const agencyFigures = await place.read(agency)
        const differences = [...figures].filter(
          ([key, figure]) => /^\d/.test(key) && figure !== null && agencyFigures.get(key) !== figure,
        )
        expect(differences.slice(0, 12), place.name).toEqual([])
      }
    },
    TIMEOUT_MS,
  )
})

describe('letters and mails contain only sums and dates of their record', () => {
  const read = { letters: 0, mails: 0, sums: 0, days: 0 }
  test.each(allReviews.map((review) => [review.entity.label, review] as const))(
    '%s',
    async (_, review) => {
      const strangeFigures = (await loadOutgoingTexts(portal, review)).flatMap(({ name, text, detail }) => {
        const shownFigures = collectShownFigures(detail)
        const { sums, days } = findMentionedFigures(text)
        read[name.includes(': letter') ? 'letters' : 'mails'] += 1
        read.sums += sums.length
        read.days += days.length
        return [
          ...sums
            .filter((sum) => !shownFigures.sums.has(Math.round(sum * 100)))
            .map((sum) => `${name}: $${sum}`),
          ...days.filter((day) => day !== DAY && !shownFigures.days.has(day)).map((day) => `${name}: ${day}`),
        ]
      })
      expect(strangeFigures).toEqual([])
    },
    TIMEOUT_MS,
  )

  test('the letters and mails tested contain many sums and dates', () => {
    expect(read.letters).toBeGreaterThan(20)
    expect(read.mails).toBeGreaterThan(80)
    expect(read.sums).toBeGreaterThan(200)
    expect(read.days).toBeGreaterThan(50)
  })
})

test(
  'RPC the figures of recently decided report cards are stored after the first start, and none of them changes',
  async () => {
    const year = Number(DAY.slice(0, 4)) - 1
    const ask = () => portal.ask('agency.admin', 'POST', '/api/reporting/FinancialReportCard', { year })
    const before = await ask()
    await runDue(portal.pool, portal.services, recentSnapshots)
    const { rows } = await portal.owner.query<{ decided: number; stored: number; older: number }>(
      `select count(*) filter (where c.year > $1 - 2)::integer as decided, count(k)::integer as stored,
        count(k) filter (where c.year <= $1 - 2)::integer as older
      from afs_report_card c join annual_statement a using (afs_id) left join afs_report_card_figures k using (afs_report_card_id)
      where a.status_id in (5, 6) and a.months > 0 and c.archived_at is null`,
      [year],
    )
    expect(rows[0]!.stored).toBe(rows[0]!.decided)
    expect([rows[0]!.decided > 100, rows[0]!.older]).toEqual([true, 0])
    expect((await ask()).body).toEqual(before.body)
  },
  TIMEOUT_MS,
)
