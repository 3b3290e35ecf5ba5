import { sql } from 'kysely'
import type { Answer } from '#kernel/model/call.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { serveController } from '#kernel/server/crud.ts'
import { lockRow, refuseStaleVersion } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import * as calls from '../model/calls.ts'
import { EquityFigure } from '../model/entities.ts'
import { type FigureRow, findProperties, loadProperty } from './facts.ts'
import { notify } from './notices.ts'
import { servedOnce } from './once.ts'
import { proposeRaise } from './pending.ts'
import { type Said, storeFigures } from './update.ts'
import { getEquityViews, getYearLine, loadEquityView } from './views.ts'

const onceFields = EquityFigure.stepOnly as readonly (keyof FigureRow)[]

/** The generic calls write a year like any other; values set once are corrected by a step of their own. */
const crud = serveController(calls.figures, {
  create: async (context, values) => {
    const figureInput = values as Said
    const { figures } = await loadProperty(context, figureInput.propertyId)
    if (figures.some((figure) => figure.year === figureInput.year))
      refuse.rule('There is a problem', [
        { field: 'year', message: `Fiscal year: ${figureInput.year} has its figure already.` },
      ])
    const { propertyId, year, approvedImprovements = 0, note = null } = figureInput
    const waits = await proposeRaise(context, undefined, { propertyId, year, approvedImprovements, note })
    await storeFigures(
      context,
      [waits ? { ...figureInput, approvedImprovements: 0 } : figureInput],
      onceFields.some((name) => values[name] !== undefined),
    )
    return (await loadEquityView(context, figureInput.propertyId, figureInput.year)).figure.equityFigureId
  },
  before: async (context, values, present) => {
    const row = present as FigureRow
    const payload = values as Partial<FigureRow>
    if ((payload.propertyId ?? row.propertyId) !== row.propertyId || (payload.year ?? row.year) !== row.year)
      refuse.invalid([{ field: 'year', message: 'Fiscal year: a figure stays with its property and year.' }])
    const figureInput: Said = { ...payload, propertyId: row.propertyId, year: row.year }
    if (!(await proposeRaise(context, row, figureInput))) await storeFigures(context, [figureInput], true)
    return {}
  },
  beforeRemove: async (context, present) => {
    const { propertyId, year } = present as FigureRow
    const { figures } = await loadProperty(context, propertyId)
    const later = figures.find((figure) => figure.year > year)
    if (later) refuse.conflict(`${later.year} goes on from this figure. Remove the later years first.`)
    if (onceFields.some((name) => present[name] !== null))
      refuse.rule('What was set once for a property stays. A manager corrects it, with a reason.')
  },
})

/**
 * Computes the equity of a year of properties. Improvements that are raised wait for a second person; the
 * figure is then computed without them.
 */
async function updateFigures(context: AnyContext & { body: Said[] }) {
  const raising = context.body.filter(({ approvedImprovements }) => approvedImprovements)
  const ids = [...new Set(raising.map(({ propertyId }) => propertyId))]
  const properties = ids.length > 0 ? await findProperties(context, ids) : []
  const figures: Said[] = []
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

/** Everything the module answers. */
export const served: Served[] = [
  ...crud,
  serve(calls.getByProject, async (context) =>
    getEquityViews(await loadProperty(context, context.params.propertyId)),
  ),
  serve(calls.getEquityYear, async (context) =>
    (await findProperties(context, null)).map((property) => getYearLine(property, context.params.year)),
  ),
  serve(calls.getProjectEquityData, async ({ db }) => (await newestSql.execute(db)).rows),
  ...servedOnce,
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
    if (!note.trim() || note === row.note)
      refuse.rule('There is a problem', [
        { field: 'note', message: 'Note: say why what was set once is changed.' },
      ])
    const { propertyId, year } = row
    const wanted = { ...corrections, note, propertyId, year } as Said
    if (!(await proposeRaise(context, row, wanted))) await storeFigures(context, [wanted], true)
    return loadEquityView(context, propertyId, year)
  }),
  serve(calls.notifyProperties, notify),
]
