import { type RawBuilder, sql } from 'kysely'
import { formatDate } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { accountSeen } from '#modules/replacementReserve/server/index.ts'
import type { Tick } from '../model/entities.ts'
import type { IncreaseRow } from '../model/increases.ts'
import type { KnownTick } from '../model/rules.ts'

type Answered = { value: boolean; fact: string }

/** Where a tick of the review checklist is known from, and how it is found; null where nothing is known of the property. */
export type TickSource = {
  tick: Tick
  source: string
  find: (
    context: AnyContext,
    row: IncreaseRow,
    property: {
      extendedUseDate: string | null
      nonCompliant: boolean
      average: { holds: boolean; average: number | null } | null
    },
  ) => Promise<Answered | null>
}

/** A record of the property that a tick goes by: of which year, and how far it is; without an id none was begun. */
export type FiledRecord = { year: number; id: number | null; statusId: number; submitted: string | null }

/**
 * A tick that goes by what the company files itself, which it sees before it submits. All of them are read in one
 * statement: `row` selects a {@link FiledRecord}'s columns in its order, or no row where nothing is known.
 */
export type FiledTick = {
  tick: Tick
  source: string
  row: (propertyId: number, rentsFrom: string | null, today: string) => RawBuilder<unknown>
  tell: (found: FiledRecord) => Answered
}

declare module '#kernel/server/module.ts' {
  interface ServerModule {
    /** Ticks of a rent increase's checklist that it can answer. */
    rentIncreaseTicks?: readonly TickSource[]
    /** Those that go by what a company files. */
    rentIncreaseFiled?: readonly FiledTick[]
  }
}

let sources: readonly TickSource[] = []
let filed: readonly FiledTick[] = []

/** Takes who answers which tick; throws when two would answer one. */
export function setTickSources(given: readonly TickSource[], ofFiled: readonly FiledTick[]): void {
  const ticks = [...given, ...ofFiled].map(({ tick }) => tick)
  const twice = ticks.find((tick, index) => ticks.indexOf(tick) !== index)
  if (twice) throw new Error(`Two sources answer ${twice}.`)
  sources = given
  filed = ofFiled
}

/** Those of the checklist that the company files itself; one statement. */
export async function filedTicks({ db, settings }: AnyContext, row: IncreaseRow): Promise<KnownTick[]> {
  if (filed.length === 0) return []
  const rows = filed.map(
    (one) =>
      sql`select ${one.tick}::text, f.* from (${one.row(row.propertyId, row.rentEffectiveDate, settings.today())}) f`,
  )
  const found = await sql<FiledRecord & { tick: Tick }>`
    select * from (${sql.join(rows, sql` union all `)}) f (tick, year, id, status_id, submitted)`.execute(db)
  return found.rows.map(({ tick, ...record }) => {
    const { source, tell } = filed.find((one) => one.tick === tick)!
    return { tick, source, ...tell(record) }
  })
}

/** Everything the portal knows of the checklist. */
export async function knownTicks(...given: Parameters<TickSource['find']>): Promise<KnownTick[]> {
  const [context, row] = given
  const found = await Promise.all(
    sources.map(async ({ tick, source, find }) => {
      const known = await find(...given)
      return known && { tick, source, ...known }
    }),
  )
  return [...(await filedTicks(context, row)), ...found.filter((one) => one !== null)]
}

const shown = (day: string): string => formatDate(day, 'MM/DD/YYYY')

/** What is known without further modules: reserve, extended use, rent roll. */
export const ownSources: readonly TickSource[] = [
  {
    tick: 'r4rBalanceTooLow',
    source: 'Replacement reserve ledger',
    find: async (context, { propertyId }) => {
      const account = await accountSeen(context, propertyId)
      if (!account) return null
      const { perUnit, minimumPerUnit, balance } = account
      return {
        value: perUnit < minimumPerUnit,
        fact: `${formatMoney(balance)}, ${formatMoney(perUnit)} per unit; the minimum is ${formatMoney(minimumPerUnit)}.`,
      }
    },
  },
  {
    tick: 'extendedUsePeriod',
    source: 'Dates of the property',
    find: async ({ settings }, _, { extendedUseDate: ends }) => {
      return ends ? { value: ends >= settings.today(), fact: `Extended use ends ${shown(ends)}.` } : null
    },
  },
  {
    tick: 'findingsInNonComplianceLog',
    source: 'Standing of the property',
    // That it is not marked says nothing of what the log holds.
    find: async (_, __, { nonCompliant }) =>
      nonCompliant ? { value: true, fact: 'The property is marked as not compliant.' } : null,
  },
  {
    tick: 'sec42Requirements',
    source: 'Average income test',
    // A test that holds is one requirement of several.
    find: async (_, __, { average }) =>
      average && !average.holds
        ? { value: false, fact: `The test does not hold: ${average.average?.toFixed(2) ?? 'no unit'}%.` }
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
