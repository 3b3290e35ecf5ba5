import { sql } from 'kysely'
import { sqlPropertyStatus } from '#core/platform/lookups/server/index.ts'
import type { PortfolioFigure } from '#engines/report/server/index.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { mapInTurns } from '#kernel/server/mapInTurns.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { Settings } from '#kernel/server/settings.ts'
import type { WatchProposal } from '../model/calls.ts'
import { WatchType } from '../model/entities.ts'
import { getTriggers } from '../model/figures.ts'
import { loadThresholds, loadWatchListFigures } from './figures.ts'
import { getFiguresDay, getMonth, type Month } from './lines.ts'

type Candidate = Pick<WatchProposal, 'propertyId' | 'propertyName' | 'city' | 'putOffReason'>
type ProposalContext = Pick<AnyContext, 'db'> & { settings: Settings }

/**
 * Loads the proposals of the rules for a month: active properties that are not on its list, required ones
 * first. Three statements.
 */
export async function loadProposals(context: ProposalContext, month: Month): Promise<WatchProposal[]> {
  const { db, settings } = context
  const candidates =
    await sql<Candidate>`select p.property_id, p.name as property_name, p.city, o.reason as put_off_reason
      from property p
    left join watch_list_put_off o on o.property_id = p.property_id and o.year = ${month.year}
    and o.month = ${month.month}
    where p.status_id = ${sqlPropertyStatus.Active} and not exists (select from watch_list w
    where w.property_id = p.property_id
      and w.year = ${month.year} and w.month = ${month.month}) order by p.name, p.property_id`.execute(db)
  const figures = await loadWatchListFigures(
    context,
    sql`p.status_id = ${sqlPropertyStatus.Active}`,
    getFiguresDay(month, settings.today()),
  )
  const limits = await loadThresholds(settings)
  const evaluated = await mapInTurns(candidates.rows, (row) => {
    const propertyFigures = figures.get(row.propertyId) ?? []
    const triggers = getTriggers(propertyFigures, limits)
    return {
      ...row,
      figures: propertyFigures,
      triggers,
      required: triggers.some((trigger) => trigger.required),
    }
  })
  return evaluated
    .filter(({ triggers }) => triggers.length > 0)
    .toSorted((item, other) => Number(other.required) - Number(item.required))
}

/** The number of proposals of this month that are not postponed, for the portfolio screen. */
export const proposalFigure: PortfolioFigure = {
  title: 'Watch-list proposals',
  order: 2,
  better: 'less',
  to: '/WatchList?view=Proposed',
  find: async (context) => {
    const all = await loadProposals(context, getMonth(context.settings.today()))
    const open = all.filter(({ putOffReason }) => putOffReason === null)
    return { value: open.length, note: `${open.filter(({ required }) => required).length} required` }
  },
}

/** Returns a new entry of a property in the current month, not stored, with its figures and triggers. */
export async function createEntryModel(context: AnyContext, propertyId: number) {
  const { db, settings } = context
  const today = settings.today()
  const result =
    await sql<Candidate>`select property_id, name as property_name, city, null::text as put_off_reason
      from property where property_id = ${propertyId}`.execute(db)
  const property = result.rows[0] ?? refuse.notFound('This property')
  const figures =
    (await loadWatchListFigures(context, sql`p.property_id = ${propertyId}`, today)).get(propertyId) ?? []
  const triggers = getTriggers(figures, await loadThresholds(settings))
  return {
    ...property,
    figures,
    triggers,
    required: triggers.some((trigger) => trigger.required),
    ...getMonth(today),
    entryDate: today,
    watchListTypeId: WatchType.WATCH,
    weaknessTypeId: triggers[0]?.weakness ?? null,
  }
}
