import { sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { EquityFigure } from '../model/entities.ts'
import { type FigureRow, loadEquityProperties, loadEquityProperty } from './facts.ts'
import { notifyProperties } from './notices.ts'
import { onceHandlers } from './oneTimeUpload.ts'
import { proposeRaise } from './pending.ts'
import { storeFigures, type YearInput } from './update.ts'
import { getEquityViews, getYearLine, loadEquityView } from './views.ts'

export { getEquityFiguresSql } from './yearFigures.ts'

const stepOnlyFields = EquityFigure.stepOnly as readonly (keyof FigureRow)[]

/** Whether the owner was notified of a year's equity. */
async function isNotified(
  { db }: AnyContext,
  { propertyId, year }: Pick<FigureRow, 'propertyId' | 'year'>,
): Promise<boolean> {
  const notice = await db
    .selectFrom('equityNotice')
    .select('sentAt')
    .where('propertyId', '=', propertyId)
    .where('year', '=', year)
    .executeTakeFirst()
  return notice !== undefined
}

/** Refuses a correction without a note of its own. */
function refuseWithoutNote(note: string, present: Pick<FigureRow, 'note'>): void {
  if (!note.trim() || note === present.note)
    refuse.rule('There is a problem', [
      { field: 'note', message: 'Note: say why what was set once is changed.' },
    ])
}

/**
 * The handlers of the generic calls. They write a year like any other call, but a value that was set once
 * needs the step that corrects it.
 */
const crud = serveController(calls.figures, {
  create: async (context, values) => {
    const figureInput = values as YearInput
    const { figures } = await loadEquityProperty(context, figureInput.propertyId)
    if (figures.some((figure) => figure.year === figureInput.year))
      refuse.rule('There is a problem', [
        { field: 'year', message: `Fiscal year: ${figureInput.year} has its figure already.` },
      ])
    const { propertyId, year, approvedImprovements = 0, note = null } = figureInput
    const waits = await proposeRaise(context, undefined, { propertyId, year, approvedImprovements, note })
    await storeFigures(
      context,
      [waits ? { ...figureInput, approvedImprovements: 0 } : figureInput],
      stepOnlyFields.some((name) => values[name] !== undefined),
    )
    return (await loadEquityView(context, figureInput.propertyId, figureInput.year)).figure.equityFigureId
  },
  before: async (context, values, present) => {
    const row = present as FigureRow
    const changes = values as Partial<FigureRow>
    if ((changes.propertyId ?? row.propertyId) !== row.propertyId || (changes.year ?? row.year) !== row.year)
      refuse.invalid([{ field: 'year', message: 'Fiscal year: a figure stays with its property and year.' }])
    const figureInput: YearInput = { ...changes, propertyId: row.propertyId, year: row.year }
    const isChanged = Object.entries(changes).some(
      ([name, value]) => name !== 'note' && value !== undefined && value !== row[name as keyof FigureRow],
    )
    if (isChanged && (await isNotified(context, row))) refuseWithoutNote(changes.note ?? '', row)
    if (!(await proposeRaise(context, row, figureInput))) await storeFigures(context, [figureInput], true)
    return {}
  },
  beforeRemove: async (context, present) => {
    const { propertyId, year } = present as FigureRow
    const { figures } = await loadEquityProperty(context, propertyId)
    const later = figures.find((figure) => figure.year > year)
    if (later) refuse.conflict(`${later.year} goes on from this figure. Remove the later years first.`)
    if (stepOnlyFields.some((name) => present[name] !== null))
      refuse.rule('What was set once for a property stays. A manager corrects it, with a reason.')
    if (await isNotified(context, present as FigureRow))
      refuse.rule(
        `The owner was notified of the equity of ${year}. Correct the figure, with a note, instead.`,
      )
  },
})

/**
 * Computes the equity of a year of properties. Improvements that are raised wait for a second person; the
 * figure is then computed without them.
 */
async function updateFigures(context: AnyContext & { body: YearInput[] }) {
  const raising = context.body.filter(({ approvedImprovements }) => approvedImprovements)
  const ids = [...new Set(raising.map(({ propertyId }) => propertyId))]
  const properties = ids.length > 0 ? await loadEquityProperties(context, ids) : []
  const figures: YearInput[] = []
  let waiting = 0
  for (const figureInput of context.body) {
    const { propertyId, year, approvedImprovements, ...remaining } = figureInput
    const property = properties.find((item) => item.propertyId === propertyId)
    const present = property?.figures.find((figure) => figure.year === year)
    const waits =
      property !== undefined &&
      (await proposeRaise(context, present, {
        propertyId,
        year,
        ...(approvedImprovements !== undefined && { approvedImprovements }),
        note: remaining.note ?? null,
      }))
    if (waits) waiting += 1
    figures.push(waits ? { propertyId, year, ...remaining } : figureInput)
  }
  return { ...(await storeFigures(context, figures)), waiting }
}

/** SQL: the newest figure of each property, with the values set once. */
const newestSql = sql<Answer<typeof calls.getProjectEquityData>[number]>`
  select p.property_id, p.name as property_name, p.agency_number, f.year, b.development_cost,
  b.initial_equity,
    coalesce(b.closing_report_date, c.closing_report_date) as closing_report_date, coalesce(b.cutoff_date,
    c.cutoff_date) as cutoff_date,
    f.mortgage_balance, f.principal_paid, f.approved_improvements, f.equity, f.rate, f.allowed_distribution,
    f.discretion,
    coalesce(l.loans, 0) as loans
  from property p
  join (select distinct on (property_id) * from equity_figure
  order by property_id, year desc) f using (property_id)
  left join (select distinct on (property_id) * from equity_figure where development_cost is not null
  order by property_id, year desc) b using (property_id)
  left join (select property_id, max(closing_report_date) as closing_report_date,
  max(cutoff_date) as cutoff_date from equity_figure group by property_id) c using (property_id)
  left join (select property_id, count(*)::integer as loans from loan
  group by property_id) l using (property_id)
  order by p.name, p.property_id`

/** The handlers of the calls about equity figures. */
export const served: Served[] = [
  ...crud,
  serve(calls.getByProject, async (context) =>
    getEquityViews(await loadEquityProperty(context, context.params.propertyId)),
  ),
  serve(calls.getEquityYear, async (context) =>
    (await loadEquityProperties(context, null)).map((property) => getYearLine(property, context.params.year)),
  ),
  serve(calls.getProjectEquityData, async ({ db }) => (await newestSql.execute(db)).rows),
  ...onceHandlers,
  serve(calls.updateEquityFigures, updateFigures),
  serve(calls.decidePaidOff, async (context) => {
    const { counts, note } = context.body
    const row = await lockRow(context, EquityFigure, context.params.id)
    if (row.principalHeld === 0)
      refuse.conflict('No loan was paid off early in this year; there is nothing to decide.')
    if (!note.trim())
      refuse.rule('There is a problem', [{ field: 'note', message: 'Decision: *Field is required' }])
    const { propertyId, year } = row
    await storeFigures(
      context,
      [{ propertyId, year, note, discretion: counts ? 'Counted' : 'Not counted' }],
      true,
    )
    return loadEquityView(context, propertyId, year)
  }),
  serve(calls.correctFigure, async (context) => {
    const { version, note, ...corrections } = context.body
    const row = await lockRow(context, EquityFigure, context.params.id)
    await refuseStaleVersion(context, EquityFigure, context.params.id, version, row.version)
    refuseWithoutNote(note, row)
    const { propertyId, year } = row
    const correctedInput = { ...corrections, note, propertyId, year } as YearInput
    if (!(await proposeRaise(context, row, correctedInput)))
      await storeFigures(context, [correctedInput], true)
    return loadEquityView(context, propertyId, year)
  }),
  serve(calls.notifyProperties, notifyProperties),
]
