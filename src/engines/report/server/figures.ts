import { runAsPerson, runInSavepoint, type WorkerContext } from '#core/people/people/server/index.ts'
import { agency } from '#kernel/model/access.ts'
import { addDays, addYears, today } from '#kernel/model/dates.ts'
import { type Job, lastHour } from '#kernel/server/jobs.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { getTileKey, getTileParameters, type Tile } from '../model/tile.ts'
import { checkParameters } from './access.ts'
import type { ServedReport } from './serveReport.ts'

const HOUR = 1
/** How many days old figures must at least, and may at most, be to count as those of last week. */
const [WEEK, OLDEST] = [7, 13]

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Figures of the portfolio screen that come from a list of the module instead of a report. */
    portfolioFigures?: readonly PortfolioFigure[]
  }
}

/** A count from a list. It is stored under `title`, and `to` is the path of the list. */
export type PortfolioFigure = {
  title: string
  order: number
  better: 'more' | 'less'
  to: string
  find: (context: AnyContext) => Promise<{ value: number; note: string | null }>
}

const getReports = slot('reports')
const getOtherFigures = slot('portfolioFigures', (figures) =>
  figures.toSorted((figure, other) => figure.order - other.order),
)

/** Loads a tile's figure on a day, as the person of the context may read it. */
async function loadFigure(
  context: AnyContext,
  servedReport: ServedReport,
  tile: Tile,
  day: string,
): Promise<number | null> {
  const query = checkParameters(servedReport, {
    ...getTileParameters(tile.buildParameters, day),
    startRow: 0,
    fetchCount: 1,
  })
  return tile.figure(await servedReport.loadPage(query, context))
}

/** Finds a person of the agency, who may read every property. */
async function findReader({ transaction }: WorkerContext): Promise<number | undefined> {
  const { rows } = await transaction.query<{ userId: number }>(
    `select min(user_id) as "userId" from user_role join app_user using (user_id) where active and role_id in (1, 2)`,
  )
  return rows[0]?.userId
}

const storeFigure = ({ transaction }: WorkerContext, day: string, tile: string, value: number | null) =>
  transaction.query(
    'insert into report_figure (day, tile, value) values ($1, $2, $3) on conflict (day, tile) do update set value = excluded.value',
    [day, tile, value],
  )

/** The nightly job that stores the figures of the portfolio screen, and deletes those older than a year. */
export const storeFiguresJob: Job = {
  name: 'portfolio figures',
  due: (now, zone) => lastHour(now, zone, HOUR),
  run: async (transaction, services, dueAt) => {
    const day = today(services.config.agencyZone, dueAt)
    const desk: WorkerContext = {
      transaction,
      services: { ...services, now: () => dueAt },
      call: 'job portfolio figures',
    }
    const userId = await findReader(desk)
    await transaction.query('delete from report_figure where day < $1', [addYears(day, -1)])
    if (!userId) return
    for (const report of getReports())
      for (const tile of report.report.tiles ?? []) {
        // If a report fails, only its own figure is missing tonight.
        const value = await runInSavepoint(desk, () =>
          runAsPerson(desk, userId, report.report.page.access, (context) =>
            loadFigure(context, report, tile, day),
          ),
        )
        if (value instanceof Error) continue
        await storeFigure(desk, day, getTileKey(report.report, tile), value)
      }
    for (const { title, find } of getOtherFigures()) {
      const figure = await runInSavepoint(desk, () => runAsPerson(desk, userId, agency('read'), find))
      if (figure && !(figure instanceof Error)) await storeFigure(desk, day, title, figure.value)
    }
  },
}

/**
 * Loads the figures of the latest night at least a week ago, by tile. The day is null if none were stored
 * around that time.
 */
export async function loadFiguresBefore({ transaction, settings }: AnyContext) {
  const day = settings.today()
  const { rows } = await transaction.query<{ day: string; tile: string; value: number | null }>(
    `select day, tile, value::float8 as value from report_figure
      where day = (select max(day) from report_figure where day between $1 and $2) order by tile`,
    [addDays(day, -OLDEST), addDays(day, -WEEK)],
  )
  return {
    day: rows[0]?.day ?? null,
    figures: Object.fromEntries(rows.flatMap(({ tile, value }) => (value === null ? [] : [[tile, value]]))),
  }
}

/** Loads the figures that come from lists, now and a week ago. */
export async function loadOtherFigures(context: AnyContext) {
  const { day, figures: before } = await loadFiguresBefore(context)
  const figures = []
  for (const { find, title, to, better } of getOtherFigures())
    figures.push({ title, to, better, before: before[title] ?? null, ...(await find(context)) })
  return { day, figures }
}
