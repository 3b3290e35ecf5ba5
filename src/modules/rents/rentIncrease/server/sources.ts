import { type RawBuilder, sql } from 'kysely'
import { MARKED_BY_HAND, type NonComplianceState } from '#ground/portfolio/properties/model/index.ts'
import { taskSettings } from '#ground/portfolio/tasks/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type Tick, ticks } from '../model/entities.ts'
import type { IncreaseRow } from '../model/increases.ts'
import type { KnownTick } from '../model/rules.ts'

type Answered = {
  value: boolean
  fact: string
  /** It is enough for an approval though the question is answered no, such as a budget that was submitted. */
  enough?: boolean
}

/**
 * Where a tick of the review checklist is known from, and how it is found; null where nothing is known of the
 * property.
 */
export type TickSource = {
  tick: Tick
  source: string
  find: (
    context: AnyContext,
    row: IncreaseRow,
    property: {
      extendedUseDate: string | null
      nonComplianceState: NonComplianceState
      findings: readonly { title: string }[]
      average: { holds: boolean; average: number | null } | null
    },
  ) => Promise<Answered | null>
}

/**
 * A record of the property that a tick is based on: its year and its state; no id if none was begun.
 * `required` says whether the property must file it at all.
 */
export type FiledRecord = {
  year: number
  id: number | null
  statusId: number
  submitted: string | null
  required: boolean
}

/**
 * The values to find a filed record by: the property, the first day of the new rents, and today
 * (`YYYY-MM-DD`).
 */
type Looked = {
  propertyId: number
  rentsFrom: string | null
  today: string
  units: number
  statementDays: number
}

/**
 * A tick based on the company's own filings, which the company sees before it submits. All of them are read
 * in one statement: `row` selects a {@link FiledRecord}'s columns in its order, or no row if nothing is
 * known. The requirement and the year count, even if no task was made.
 */
export type FiledTick = {
  tick: Tick
  source: string
  row: (lookup: Looked) => RawBuilder<unknown>
  answer: (filedRecord: FiledRecord) => Answered
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Ticks of a rent increase's checklist that it can answer. */
    rentIncreaseTicks?: readonly TickSource[]
    /** Ticks that are based on the company's filings. */
    rentIncreaseFiled?: readonly FiledTick[]
  }
}

const sources = slot('rentIncreaseTicks')
/** Throws when two would answer one tick. */
const filed = slot('rentIncreaseFiled', (filedTicks) => {
  const ticks = [...sources(), ...filedTicks].map(({ tick }) => tick)
  const twice = ticks.find((tick, index) => ticks.indexOf(tick) !== index)
  if (twice) throw new Error(`Two sources answer ${twice}.`)
  return filedTicks
})

/** Those of the checklist that the company files itself; one statement. */
export async function filedTicks({ db, settings }: AnyContext, row: IncreaseRow): Promise<KnownTick[]> {
  if (filed().length === 0) return []
  const lookup = {
    propertyId: row.propertyId,
    rentsFrom: row.rentEffectiveDate,
    today: settings.today(),
    units: await settings.get(taskSettings.unitThreshold),
    statementDays: await settings.get(taskSettings.afsDueDays),
  }
  const rows = filed().map(
    (filedTick) => sql`select ${filedTick.tick}::text, f.* from (${filedTick.row(lookup)}) f`,
  )
  const result = await sql<FiledRecord & { tick: Tick }>`
    select * from (${sql.join(rows, sql` union all `)}) f (tick, year, id, status_id, submitted,
    required)`.execute(db)
  return result.rows.map(({ tick, ...record }) => {
    const { source, answer } = filed().find((filedTick) => filedTick.tick === tick)!
    return { tick, source, ...answer(record) }
  })
}

/** Everything the portal knows of the checklist. */
export async function knownTicks(...parameters: Parameters<TickSource['find']>): Promise<KnownTick[]> {
  const [context, row] = parameters
  const matches = await Promise.all(
    sources().map(async ({ tick, source, find }) => {
      const answer = await find(...parameters)
      return answer && { tick, source, ...answer }
    }),
  )
  const knownTicks = [...(await filedTicks(context, row)), ...matches.filter((tick) => tick !== null)]
  return knownTicks.sort((knownTick, other) => ticks.indexOf(knownTick.tick) - ticks.indexOf(other.tick))
}

const formatDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/** Answers known without other modules: extended use, rent roll. */
export const ownSources: readonly TickSource[] = [
  {
    tick: 'extendedUsePeriod',
    source: 'Dates of the property',
    find: async ({ settings }, _, { extendedUseDate: ends }) => {
      return ends ? { value: ends >= settings.today(), fact: `Extended use ends ${formatDay(ends)}.` } : null
    },
  },
  {
    tick: 'findingsInNonComplianceLog',
    source: 'Non-compliance of the property',
    find: async (_, __, { nonComplianceState, findings }) => {
      const [first, ...more] = findings
      if (first)
        return {
          value: true,
          fact: `${first.title}${more.length > 0 ? `, and ${more.length} more` : ''} (open findings that block).`,
        }
      return nonComplianceState === 'mark'
        ? { value: true, fact: MARKED_BY_HAND }
        : { value: false, fact: 'No finding shown to you blocks requests.' }
    },
  },
  {
    tick: 'sec42Requirements',
    source: 'Average income test',
    // A test that holds is one requirement of several.
    find: async (_, __, { average }) =>
      average && !average.holds
        ? { value: false, fact: `The test is not met: ${average.average?.toFixed(2) ?? 'no unit'}%.` }
        : null,
  },
  {
    tick: 'rentRollRevied',
    source: 'Check of the rent roll',
    find: async (_, { rentRollChecked, rentRollUnits, rentRollFaults }) => {
      if (!rentRollChecked) return null
      const faults = rentRollFaults?.length ?? 0
      return {
        value: faults === 0,
        fact: `${plural(rentRollUnits ?? 0, 'unit', 'units')} checked, ${faults === 0 ? 'nothing wrong' : plural(faults, 'fault', 'faults')}.`,
      }
    },
  },
]
