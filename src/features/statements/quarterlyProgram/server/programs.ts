import { sql } from 'kysely'
import { TaskType } from '#core/portfolio/tasks/model/index.ts'
import { scheduleMonthly, unscheduleMonthly } from '#core/portfolio/tasks/server/index.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { CrudHooks } from '#kernel/server/crud.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { sqlStatus, statusIs } from '#kernel/server/statusSql.ts'
import type { ProgramLine } from '../model/calls.ts'
import type { TCAPFeeRelease, TCAPProgram } from '../model/entities.ts'
import { type FeeRelease, getFeeSchedule } from '../model/fees.ts'
import { programSettings } from '../model/settings.ts'
import { getQuarterlyProgramDue, isQuarterOfMonthSql, monthLabel, monthStatus } from './sql.ts'

type Program = Row<typeof TCAPProgram>
type Release = Row<typeof TCAPFeeRelease>
type FieldValues = Record<string, unknown>

/**
 * The checks on saving a program: a property is in one program at a time, and its monthly tasks match the
 * program's dates.
 */
export const programHooks: CrudHooks = {
  before: async (context, values, present) => {
    const payload = { ...present, ...values } as Partial<Program>
    if (present && payload.propertyId !== present.propertyId)
      refuse.invalid([{ field: 'propertyId', message: 'Property: A program stays with its property.' }])
    const { beginsOn, endsOn = null, endReason = null, propertyId, tcapProgramId = 0 } = payload
    if (!beginsOn || !propertyId)
      return refuse.invalid([{ field: 'beginsOn', message: 'Reports from: *Field is required' }])
    if (endsOn && endsOn < beginsOn)
      refuse.rule('There is a problem', [
        { field: 'endsOn', message: 'Ended on: it is before the beginning.' },
      ])
    if (endsOn && !endReason?.trim())
      refuse.rule('There is a problem', [{ field: 'endReason', message: 'Why it ended: *Field is required' }])
    const other = await sql<{
      beginsOn: string
    }>`select begins_on::text from tcap_program where property_id = ${propertyId}
      and tcap_program_id <> ${tcapProgramId} and daterange(begins_on, ends_on,
      '[]') && daterange(${beginsOn}::date, ${endsOn}::date, '[]')`.execute(context.db)
    if (other.rows[0])
      refuse.rule('There is a problem', [
        {
          field: 'beginsOn',
          message: `Reports from: a program from ${other.rows[0].beginsOn} on overlaps. End that one first.`,
        },
      ])
    return present ? values : { ...(await loadFeeTerms(context, beginsOn)), ...dropEmpty(values) }
  },
  after: (context, row) => scheduleMonthly(context, getMonthlyTask(row as Program)),
  beforeRemove: (context, present) =>
    unscheduleMonthly(
      context,
      getMonthlyTask(present as Program),
      'The property was taken out of the program.',
    ),
}

const dropEmpty = (values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== undefined))

/** Returns the agency's usual fee terms. */
const loadFeeTerms = async ({ settings }: AnyContext, beginsOn: string): Promise<FieldValues> => ({
  feeTotal: await settings.get(programSettings.feeTotal),
  feeYears: await settings.get(programSettings.feeYears),
  firstReleaseYear: Number(beginsOn.slice(0, 4)) + 1,
})

/** Describes the monthly task of a program. */
const getMonthlyTask = ({ propertyId, beginsOn, endsOn }: Program) => ({
  propertyId,
  taskTypeId: TaskType.TCAP,
  from: beginsOn,
  through: endsOn,
})

/**
 * The checks on releasing a year of a program's fee: once, not before its year, and not after the program's
 * end.
 */
export const releaseHooks: CrudHooks = {
  before: async (context, values, present) => {
    if (present) return { releasedOn: values.releasedOn ?? present.releasedOn }
    const { tcapProgramId, releaseYear } = values as Partial<Release>
    const result = await sql<Program>`select * from tcap_program
        where tcap_program_id = ${tcapProgramId ?? 0} for update`.execute(context.db)
    const program = result.rows[0] ?? refuse.notFound('This program')
    const today = context.settings.today()
    const year = (await loadSchedule(context, [program]))[0]?.schedule.find(
      (feeYear) => feeYear.releaseYear === releaseYear,
    )
    if (!year)
      return refuse.rule('There is a problem', [
        {
          field: 'releaseYear',
          message: `Year: the fee is released over ${program.feeYears} years from ${program.firstReleaseYear}.`,
        },
      ])
    if (year.state !== 'Due')
      refuse.rule('There is a problem', [
        { field: 'releaseYear', message: refusals[year.state](year.releaseYear) },
      ])
    return {
      tcapProgramId,
      releaseYear,
      propertyId: program.propertyId,
      amount: year.amount,
      releasedOn: values.releasedOn ?? today,
    }
  },
  beforeRemove: async (context, present) => {
    const { tcapProgramId, releaseYear } = present as Release
    const result = await sql<{ later: number | null }>`select max(release_year) as later from tcap_fee_release
      where tcap_program_id = ${tcapProgramId} and release_year > ${releaseYear}`.execute(context.db)
    const later = result.rows[0]?.later
    if (later) refuse.conflict(`${later} was released after it. Take the later years back first.`)
  },
}

const refusals = {
  Released: (year: number) => `Year: the part of ${year} was released already.`,
  Later: (year: number) => `Year: the part of ${year} is released in ${year}.`,
  Closed: (year: number) => `Year: the program had ended before ${year}; its schedule is closed.`,
}

/** Loads the fee schedule of each program. Runs one SQL statement. */
async function loadSchedule({ db, settings }: AnyContext, programs: readonly Program[]) {
  const ids = programs.map((program) => program.tcapProgramId)
  const result = await sql<
    FeeRelease & { tcapProgramId: number }
  >`select * from tcap_fee_release where tcap_program_id = any (${ids}::integer[])`.execute(db)
  const thisYear = Number(settings.today().slice(0, 4))
  return programs.map((program) => ({
    ...program,
    schedule: getFeeSchedule(
      program,
      result.rows.filter((row) => row.tcapProgramId === program.tcapProgramId),
      thisYear,
    ),
  }))
}

/** Loads a property in the program: its months, newest first, and its fee schedule. */
export async function loadProgram(context: AnyContext, propertyId: number) {
  const { db, settings } = context
  const result = await sql<{ propertyName: string; companyName: string | null; units: number }>`
    select p.name as property_name, c.name as company_name, p.total_units as units
    from property p left join management_company c using (management_company_id)
    where p.property_id = ${propertyId}`.execute(db)
  const header = result.rows[0] ?? refuse.notFound('This property')
  const programs = await sql<Program>`select * from tcap_program where property_id = ${propertyId}
      order by begins_on desc`.execute(db)
  const months = await sql<MonthOfProperty>`
    select m.day::date::text as period_date, extract(year from m.day)::integer as year, extract(quarter
    from m.day)::integer as quarter,
      t.tcap_id, ${monthStatus(sql`t.status_id`, sql`q.status_id`)} as status_id,
      ${monthLabel(sql`t.status_id`, sql`t.submitted`, sql`q.status_id`)} as status_label, t.submitted,
      ${getQuarterlyProgramDue(sql`g.property_id`, sql`m.day::date`)} as due_date
    from tcap_program g cross join generate_series(date_trunc('month', g.begins_on),
      least(${settings.today()}::date, coalesce(g.ends_on, 'infinity'::date)), interval '1 month') m (day)
    left join tcap t on t.property_id = g.property_id and t.period_date = m.day::date
    left join tcap_quarter q on ${isQuarterOfMonthSql(sql`g.property_id`, sql`m.day`)}
    where g.property_id = ${propertyId} order by m.day desc`.execute(db)
  return {
    propertyId,
    ...header,
    today: settings.today(),
    programs: await loadSchedule(context, programs.rows),
    months: months.rows,
  }
}

type MonthOfProperty = {
  periodDate: string
  year: number
  quarter: number
  tcapId: number | null
  statusId: number
  statusLabel: string
  submitted: string | null
  dueDate: string | null
}

/**
 * Loads all properties the caller may see that are or were in the program, each with its next month. Runs
 * one SQL statement.
 */
export async function listPrograms({ db, settings }: AnyContext): Promise<ProgramLine[]> {
  const today = settings.today()
  const result = await sql<ProgramLine>`
    select p.property_id, p.name as property_name, c.name as company_name, p.total_units as units,
    g.tcap_program_id, g.program,
      g.begins_on::text, g.ends_on::text, o.missing, o.next_month,
      ${getQuarterlyProgramDue(sql`p.property_id`, sql`o.next_month::date`)} as due_date,
      k.to_review, k.deficient, g.fee_total, coalesce((select sum(r.amount) from tcap_fee_release r
      where r.tcap_program_id = g.tcap_program_id), 0) as released
    from tcap_program g join property p using (property_id) left
    join management_company c using (management_company_id)
    cross join lateral (select count(*)::integer as missing, min(m.day)::date::text as next_month
      from generate_series(date_trunc('month', g.begins_on), least(date_trunc('month',
      ${today}::date) - interval '1 day', coalesce(g.ends_on, 'infinity'::date)),
        interval '1 month') m (day)
      where not exists (select from tcap t where t.property_id = p.property_id and t.period_date = m.day::date
      and t.status_id = ${sqlStatus.SUBMITTED})) o
    cross join lateral (select count(*) filter (where ${statusIs.withAgency('q')})::integer as to_review,
    count(*) filter (where q.status_id = ${sqlStatus.REJECTED})::integer as deficient
      from tcap_quarter q where q.property_id = p.property_id) k
    order by lower(p.name), g.begins_on desc`.execute(db)
  return result.rows
}
