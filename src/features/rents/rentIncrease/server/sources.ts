import { type RawBuilder, sql } from 'kysely'
import { MARKED_BY_HAND, type NonComplianceState } from '#core/portfolio/properties/model/index.ts'
import { taskSettings } from '#core/portfolio/tasks/model/index.ts'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { slot } from '#kernel/server/module.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type ChecklistItem, checklistItems } from '../model/entities.ts'
import type { IncreaseRow } from '../model/increases.ts'
import type { PortalAnswer } from '../model/rules.ts'

type ChecklistAnswer = {
  value: boolean
  fact: string
  /**
   * Whether an approval is possible although the answer is no, for example if a budget is submitted but not
   * yet approved.
   */
  enough?: boolean
}

/**
 * How the portal answers a question of the review checklist. `tick` is the check box of the question. `find`
 * returns null if there is no answer for the property.
 */
export type ChecklistAnswerSource = {
  tick: ChecklistItem
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
  ) => Promise<ChecklistAnswer | null>
}

/**
 * A filing of the property that a checklist answer is based on: its year and status. `id` is null if it was
 * not started; `required` says whether the property must file it.
 */
export type FiledRecord = {
  year: number
  id: number | null
  statusId: number
  submitted: string | null
  required: boolean
}

/**
 * The values that a filing is looked up by: the property, the first day of the new rents, today (both
 * `YYYY-MM-DD`), and two settings of tasks.
 */
type FilingLookup = {
  propertyId: number
  rentsFrom: string | null
  today: string
  units: number
  statementDays: number
}

/**
 * A checklist question that is answered from a filing of the company, which the company sees before it
 * submits. `row` is SQL that selects the columns of {@link FiledRecord} in its order, or no row without an
 * answer. All are read in one statement. The requirement and the year count, even if no task was made.
 */
export type FilingAnswerSource = {
  tick: ChecklistItem
  source: string
  row: (lookup: FilingLookup) => RawBuilder<unknown>
  answer: (filedRecord: FiledRecord) => ChecklistAnswer
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Questions of the rent increase checklist that the module answers. */
    rentIncreaseAnswers?: readonly ChecklistAnswerSource[]
    /** Questions of that checklist that are answered from the company's filings. */
    rentIncreaseFilingAnswers?: readonly FilingAnswerSource[]
  }
}

const tickSources = slot('rentIncreaseAnswers')
/** The registered filing questions. Throws if two modules answer the same question. */
const filingSources = slot('rentIncreaseFilingAnswers', (filedTicks) => {
  const ticks = [...tickSources(), ...filedTicks].map(({ tick }) => tick)
  const twice = ticks.find((tick, index) => ticks.indexOf(tick) !== index)
  if (twice) throw new Error(`Two sources answer ${twice}.`)
  return filedTicks
})

/** Returns the checklist answers that come from the company's own filings, read in one statement. */
export async function getFilingAnswers(
  { db, settings }: AnyContext,
  row: IncreaseRow,
): Promise<PortalAnswer[]> {
  if (filingSources().length === 0) return []
  const lookup = {
    propertyId: row.propertyId,
    rentsFrom: row.rentEffectiveDate,
    today: settings.today(),
    units: await settings.get(taskSettings.unitThreshold),
    statementDays: await settings.get(taskSettings.afsDueDays),
  }
  const rows = filingSources().map(
    (filedTick) => sql`select ${filedTick.tick}::text, f.* from (${filedTick.row(lookup)}) f`,
  )
  const result = await sql<FiledRecord & { tick: ChecklistItem }>`
    select * from (${sql.join(rows, sql` union all `)}) f (tick, year, id, status_id, submitted,
    required)`.execute(db)
  return result.rows.map(({ tick, ...record }) => {
    const { source, answer } = filingSources().find((filedTick) => filedTick.tick === tick)!
    return { tick, source, ...answer(record) }
  })
}

/** Returns all checklist answers that the portal can give for a request, in the order of the checklist. */
export async function getPortalAnswers(
  ...parameters: Parameters<ChecklistAnswerSource['find']>
): Promise<PortalAnswer[]> {
  const [context, row] = parameters
  const matches = await Promise.all(
    tickSources().map(async ({ tick, source, find }) => {
      const answer = await find(...parameters)
      return answer && { tick, source, ...answer }
    }),
  )
  const knownTicks = [...(await getFilingAnswers(context, row)), ...matches.filter((tick) => tick !== null)]
  return knownTicks.sort(
    (knownTick, other) => checklistItems.indexOf(knownTick.tick) - checklistItems.indexOf(other.tick),
  )
}

const formatDay = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/**
 * The checklist questions that this module answers itself: extended use, findings, average income test,
 * rent roll.
 */
export const rentIncreaseTickSources: readonly ChecklistAnswerSource[] = [
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
    // A test that is met is only one of several requirements, so it gives no answer.
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
