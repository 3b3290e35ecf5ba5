import { sql } from 'kysely'
import { buildRecordLink } from '#engines/review/model/index.ts'
import { saveLines, serveReview } from '#engines/review/server/index.ts'
import { createColumnReader } from '#engines/worksheet/model/index.ts'
import {
  type ChangedLine,
  linesSql,
  peopleSql,
  recordSql,
  recordsSql,
  saveFigures,
} from '#engines/worksheet/server/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { agencyDay } from '#kernel/server/days.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { categoryChart } from '../model/categories.ts'
import {
  Program2013Debt,
  Program2013EmployeeType,
  recordTypes,
  StatementCategoryAmount,
} from '../model/entities.ts'
import { computeProgram2013Sums } from '../model/figures.ts'
import { getFiveDigits, type Place } from '../model/places.ts'
import { records as declared, type RecordDetail, type RecordRow } from '../model/records.ts'
import { programSettings } from '../model/settings.ts'

const MAX_LINES = 50

/** Returns the values with which a record begins. Refuses a second record of a property, year and type. */
async function getInitialValues({ db }: AnyContext, propertyId: number, input: Partial<RecordRow>) {
  const { year, recordType = 'Initial' } = input
  if (!year) return refuse.invalid([{ field: 'year', message: `Year: ${REQUIRED}` }])
  const result = await sql<
    { id: number | null; number: string | null; name: string; city: string | null } & Place
  >`
    select r.program2013_id as id, coalesce(p.agency_number, l.lihtc_number) as number, p.name, p.city, p.zip,
    c.name as county
    from property p left join county c using (county_id)
    left join lateral (select n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id
    order by n.position limit 1) l on true
    left join program2013 r on r.property_id = p.property_id and r.year = ${year}
    and r.record_type = ${recordType}
    where p.property_id = ${propertyId}`.execute(db)
  const { id, number, name, ...place } = result.rows[0] ?? refuse.notFound('This property')
  if (id !== null)
    refuse.rule(
      `The ${recordType} record of ${year} of this property is ${declared.numberOf(id)} already.`,
      [],
      buildRecordLink(declared, { program2013Id: id }),
    )
  // Facts of the property are prefilled; the application may differ.
  return { year, recordType, projectNumber: number, projectName: name, ...place }
}

/** Returns the first type of which a property has no record in a year, or the last type if it has all. */
export async function getNextType(
  { db }: AnyContext,
  propertyId: number,
  year: number,
): Promise<RecordRow['recordType']> {
  const { rows } = await sql<{ recordType: string }>`
    select record_type from program2013 where property_id = ${propertyId} and year = ${year}`.execute(db)
  const recordedTypes = rows.map(({ recordType }) => recordType)
  return recordTypes.find((type) => !recordedTypes.includes(type)) ?? recordTypes.at(-1)!
}

const employeeSql = recordSql(Object.keys(Program2013EmployeeType.fields), 'e')
const debtSql = recordSql(Object.keys(Program2013Debt.fields), 'd')

type RecordLines = Pick<RecordDetail, 'lines' | 'employees' | 'debts' | 'people' | 'places'>

/** Loads the lines of a record with their authors, and the places of its ZIP code, in one statement. */
async function loadLines({ db }: AnyContext, id: number, zip: string | null): Promise<RecordLines> {
  const result = await sql<RecordLines>`
    select (${linesSql(StatementCategoryAmount, id)}) as lines,
    (${peopleSql(StatementCategoryAmount, id)}) as people,
      ${recordsSql(employeeSql, sql`program2013_employee_type e where e.program2013_id = ${id}`, sql`order by e.position`)} as employees,
      ${recordsSql(debtSql, sql`program2013_debt d where d.program2013_id = ${id}`, sql`order by d.position`)}
      as debts,
      (select coalesce(jsonb_agg(jsonb_build_object('zip', z.zip, 'city', z.city, 'county', c.name)
      order by z.is_primary desc, c.name), '[]')
        from zip_code z join county c using (county_id)
        where z.zip = ${getFiveDigits(zip ?? '')}) as places`.execute(db)
  return result.rows[0]!
}

/** Computes and stores the totals of a record, which lists read. */
export async function updateTotals(context: AnyContext, id: number): Promise<void> {
  const { lines, debts: owed } = await loadLines(context, id, null)
  const totals =
    lines.length + owed.length > 0
      ? JSON.stringify(computeProgram2013Sums(createColumnReader(categoryChart, lines), owed))
      : null
  await sql`update program2013 set totals = ${totals}::jsonb where program2013_id = ${id}
    and totals is distinct from ${totals}::jsonb`.execute(context.db)
}

type SaveInput = {
  lines?: ChangedLine[]
  employees?: Record<string, unknown>[]
  debts?: Record<string, unknown>[]
}

/**
 * Stores the lists of a save. Employees and debts replace the stored lists; only changed categories are
 * stored.
 */
async function saveRecordLines(context: AnyContext, row: RecordRow, input: SaveInput): Promise<void> {
  const { program2013Id: id, propertyId } = row
  if (input.lines) {
    const { lines: present } = await loadLines(context, id, null)
    const record = { id, propertyId }
    await saveFigures(context, StatementCategoryAmount, {
      record,
      chart: categoryChart,
      storedLines: present,
      changedLines: input.lines,
      columns: ['amount'],
    })
  }
  const saved = { ...row, id }
  if (input.employees)
    await saveLines(context, Program2013EmployeeType, saved, input.employees, 'unsent', MAX_LINES)
  if (input.debts) await saveLines(context, Program2013Debt, saved, input.debts, 'unsent', MAX_LINES)
  if (input.lines || input.debts) await updateTotals(context, id)
}

const total = (name: string) => sql`(r.totals ->> ${sql.lit(name)})::numeric`
/** SQL: the results of record `r`, as `getProgram2013Figures` computes them. */
const figuresSql = sql`cross join lateral (select ${total('grossPotentialRent')} as potential,
  ${total('otherIncome')} as other,
    ${total('expenses')} as expenses, ${total('reserveDeposits')} as reserve, nullif(${total('debtService')},
    0) as debt) t
  cross join lateral (select t.potential - round(t.potential * coalesce(r.vacancy_percent, 0) / 100,
  2) + t.other as income) i`

/** The server’s part of the review of 2013 records. */
export const records = serveReview(declared, {
  detail: async (context, row) => ({
    ...(await loadLines(context, row.program2013Id, row.zip)),
    tolerance: await context.settings.get(programSettings.tolerance),
  }),
  line: {
    select: sql`r.year, r.record_type, r.units, t.potential as gross_potential_rent,
      i.income as effective_income, t.expenses,
      i.income - t.expenses - t.reserve as net_income, t.debt as debt_service,
      trunc((i.income - t.expenses - t.reserve) / t.debt, 4) as coverage,
      ${agencyDay(sql`r.imported_at`)} as imported_on`,
    joins: figuresSql,
  },
  begin: (context, { propertyId }, values) =>
    getInitialValues(context, propertyId ?? 0, values as Partial<RecordRow>),
  saved: (context, row, payload) => saveRecordLines(context, row, payload as SaveInput),
  toDo: sql`r.record_type || ' record of ' || r.year`,
})

/** SQL: whether record `r` is of a year. The year 0 means any. */
export const isInYearSql = (year: number) => sql`(${year} = 0 or r.year = ${year}::integer)`
