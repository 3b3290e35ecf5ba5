import { modules } from '#app/registry.ts'
import { getTileParameters } from '#engines/report/model/tile.ts'
import { addMonths, getMonthStart } from '#kernel/model/dates.ts'
import type { Portal, Reply } from '#tests/portal.ts'

/** A figure as a screen, report or mail prints it; null if it is blank there. */
export type Figure = number | boolean | null

/**
 * The figures of one place by a key, such as a property, a property's year or a loan, or by `all` for the
 * sum.
 */
export type Figures = ReadonlyMap<string, Figure>

/** Any row of an answer, before its type is known. */
export type Row = Readonly<Record<string, never>>

type Page = {
  rows: Row[]
  total: number
  properties: number | null
  totals: Readonly<Record<string, number | null>>
}

/** The person who asks may not see this place. */
export class PlaceRefusedError extends Error {}

/** Requests the data of screens as one person, each address only once. */
export class FigureReader {
  readonly today: string
  readonly #answers = new Map<string, Promise<unknown>>()
  readonly #portal: Portal
  readonly #persona: string

  constructor(portal: Portal, persona: string, today: string) {
    this.#portal = portal
    this.#persona = persona
    this.today = today
  }

  /** The last month that has ended. */
  get month(): string {
    return addMonths(getMonthStart(this.today), -1)
  }

  /** The fiscal year with which reports begin. */
  get year(): number {
    return Number(this.today.slice(0, 4)) - 1
  }

  get<T>(path: string): Promise<T> {
    return this.#once(path, () => this.#portal.ask(this.#persona, 'GET', path))
  }

  /** Loads all rows of a report. */
  report(name: string, query: object = {}): Promise<Row[]> {
    const path = `/api/reporting/${name}`
    return this.#once(`${path} ${JSON.stringify(query)}`, () =>
      this.#portal.ask(this.#persona, 'POST', path, query),
    )
  }

  /** Loads the totals of a report over the properties that a tile counts. */
  async totals(name: string, request: Readonly<Record<string, unknown>> = {}): Promise<Page['totals']> {
    const query = Object.entries({ propertyStatus: 0, fetchCount: 1, ...request }).map(([key, value]) => [
      key,
      String(value),
    ])
    const page = await this.get<Page>(`/api/reporting/${name}/Page?${new URLSearchParams(query)}`)
    return page.totals
  }

  /** Loads a tile of the portfolio's screen: its figure, and the numbers of its note in their order. */
  async tile(title: string): Promise<{ figure: number | null; noted: number[] }> {
    for (const { report } of modules.flatMap(({ reports = [] }) => reports))
      for (const tile of report.tiles ?? []) {
        if (tile.title !== title) continue
        const parameters = Object.entries(getTileParameters(tile.buildParameters, this.today)).map(
          ([name, value]) => [name, String(value)],
        )
        const page = await this.get<Page>(
          `${report.path}/Page?${new URLSearchParams(parameters)}&fetchCount=1`,
        )
        const text = tile.note?.(page) ?? ''
        const noted = [...text.matchAll(/[\d,]+/g)].map(([digits]) => Number(digits.replaceAll(',', '')))
        return { figure: tile.figure(page), noted }
      }
    throw new Error(`There is no tile “${title}”.`)
  }

  /**
   * Previews a step of a record, with the letter that it would send. Returns undefined if the step cannot be
   * taken, and refuses the place to a person who may preview none.
   */
  async preview<T>(path: string, body: { id: number; step: string; reason: string }): Promise<T | undefined> {
    const reply = await this.#portal.ask(this.#persona, 'POST', path, body)
    if (reply.status === 403 && !this.#persona.startsWith('agency')) throw new PlaceRefusedError(path)
    return reply.status === 200 ? (reply.body as T) : undefined
  }

  async propertyIds(): Promise<number[]> {
    const rows = await this.get<{ propertyId: number }[]>('/api/projects/GetAllProjectInformation')
    return rows.map(({ propertyId }) => propertyId)
  }

  #once<T>(key: string, ask: () => Promise<Reply>): Promise<T> {
    const answer = this.#answers.get(key) ?? ask().then((reply) => getBody(key, reply))
    this.#answers.set(key, answer)
    return answer as Promise<T>
  }
}

function getBody(key: string, { status, body }: Reply): unknown {
  if (status === 403) throw new PlaceRefusedError(key)
  if (status === 404) return undefined
  if (status !== 200) throw new Error(`${key}: ${status} ${JSON.stringify(body).slice(0, 300)}`)
  return body
}

export type Entry = readonly [key: string | number, figure: Figure | undefined]

/**
 * Makes figures of entries. An entry without a figure (undefined) is omitted, which differs from a blank one
 * (null).
 */
export const getFigures = (entries: Iterable<Entry>): Figures =>
  new Map(
    [...entries].flatMap(([key, figure]) =>
      figure === undefined ? [] : [[String(key), roundToCents(figure)] as const],
    ),
  )

/** Rounds to the cent, as screens do. */
const roundToCents = (figure: Figure): Figure =>
  typeof figure === 'number' ? Math.round(figure * 100) / 100 : figure

/** Adds up figures by key, and if `all` is given, the sum of all of them under that key. */
export function sumByKey(
  entries: Iterable<readonly [key: string | number, figure: number]>,
  all?: string,
): Figures {
  const sums = new Map<string, number>()
  const add = (key: string, figure: number) => sums.set(key, (sums.get(key) ?? 0) + figure)
  for (const [key, figure] of entries) {
    add(String(key), figure)
    if (all) add(all, figure)
  }
  return getFigures(sums)
}

/** Collects the figures of an answer that is requested for each property. */
export async function readEachProperty<T>(
  ask: FigureReader,
  path: (propertyId: number) => string,
  read: (answer: T, propertyId: number) => Iterable<Entry>,
): Promise<Figures> {
  const ids = await ask.propertyIds()
  const entries: Entry[] = []
  for (const propertyId of ids) {
    const answer = await ask.get<T | undefined>(path(propertyId))
    if (answer !== undefined) entries.push(...read(answer, propertyId))
  }
  return getFigures(entries)
}

/** Collects the figures of one part of the fact sheet of each property. */
export const readFactSheets = (
  ask: FigureReader,
  title: string,
  read: (rows: readonly (readonly (string | number | null)[])[], propertyId: number) => Iterable<Entry>,
): Promise<Figures> =>
  readEachProperty<{ parts: { title: string; rows: { cells: (string | number | null)[] }[] }[] }>(
    ask,
    (propertyId) => `/api/projects/GetFactSheet/${propertyId}`,
    ({ parts }, propertyId) => {
      const part = parts.find((candidate) => candidate.title === title)
      return part
        ? read(
            part.rows.map(({ cells }) => cells),
            propertyId,
          )
        : []
    },
  )

/**
 * Returns the recorded values of one figure on the watch list, by property and day, of proposed and listed
 * properties alike.
 */
export async function readWatchList(
  ask: FigureReader,
  key: string,
): Promise<{ propertyId: number; day: string; value: number }[]> {
  const month = `year=${ask.today.slice(0, 4)}&month=${Number(ask.today.slice(5, 7))}`
  type WatchedProperty = { propertyId: number; figures: { key: string; day: string; value: number }[] }
  const [listed, proposed] = [
    await ask.get<WatchedProperty[]>(`/api/WatchList/GetWatchListList?${month}&watchlistTypeId=0`),
    await ask.get<WatchedProperty[]>(`/api/WatchList/GetProposals?${month}`),
  ]
  return [...listed, ...proposed].flatMap(({ propertyId, figures }) =>
    figures.filter((figure) => figure.key === key).map(({ day, value }) => ({ propertyId, day, value })),
  )
}

/** Keys of sums: over all operating properties, which tiles count, and over every property. */
export const [ALL, EVERY] = ['operating', 'every']

/** Makes one figure under the key of a sum. */
export const toTotal = (figure: number | null | undefined, key: string = ALL): Figures =>
  getFigures([[key, figure ?? null]])
