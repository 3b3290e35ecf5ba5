import type pg from 'pg'

/** The data behind the reports as stored in the tables, read once and then evaluated in memory. */
export type Base = {
  properties: Property[]
  /** Filed months by property, oldest first. */
  months: Map<number, Month[]>
  tasks: Task[]
  statements: Statement[]
  increases: Increase[]
}
export type Property = {
  id: number
  name: string
  number: string | null
  company: string
  county: string | null
  units: number
  lowIncome: number | null
  district: string | null
}
export type Month = {
  id: number
  property: number
  month: string
  units: number
  vacant: number | null
  submitted: string
  reported: boolean
  rooms: Room[]
}
export type Room = {
  type: number
  name: string
  bedrooms: number
  units: number
  vacant: number
  moveOuts: Record<string, number>
}
export type Task = { property: number; month: string; due: string; filed: boolean; submitted: string | null }
/** A statement; its amounts are in cents, by account. */
export type Statement = {
  id: number
  property: number
  year: number
  status: number
  filed: boolean
  amounts: Map<string, number>
  credits: Credit[]
  /** The remaining balances of its notes, in cents. */
  notes: number[]
  /** Principal paid on notes that must be paid, in cents; null if it has no such note. */
  paid: number | null
}
/** A request for higher rents; its times are as stored, its rents in cents. */
export type Increase = {
  id: number
  property: number
  status: number
  submitted: string
  decided: string | null
  lines: { units: number; current: number | null; requested: number; approved: number | null }[]
}
/**
 * The tax credits of a building: amounts in cents, fraction and percentage in ten-thousandths of a percent.
 */
export type Credit = { basis: bigint | null; fraction: bigint; percentage: bigint; state: number | null }
export type Rent = {
  property: number
  type: number
  cents: number
  from: string
  id: number
  kind: string
  units: number | null
  count: number
}

const SUBMITTED = 2

const queries = {
  properties: `select p.property_id as id, p.name, coalesce(p.agency_number, (select 'LIHTC #' || n.lihtc_number from property_lihtc_number n where n.property_id = p.property_id order by n.position limit 1)) as number, m.name as company, c.name as county, p.total_units as units,
    p.low_income_units as "lowIncome", p.congressional_district as district
    from property p left join management_company m using (management_company_id) left join county c using (county_id)`,
  months: `select project_occupancy_id as id, property_id as property, period_date::text as month, units, vacant_units as vacant, submitted::text, move_outs is not null as reported
    from project_occupancy where status_id >= ${SUBMITTED} order by property_id, period_date`,
  rooms: `select l.project_occupancy_id as month, l.project_room_type_id as type, t.name, t.bedrooms, l.units, l.vacant_count + l.off_line_count as vacant, l.move_outs as "moveOuts"
    from project_occupancy_room l left join property_room_type k using (property_id, project_room_type_id) left join room_type t using (room_type_id)`,
  tasks: `select property_id as property, period_start::text as month, due_date::text as due, status_id >= ${SUBMITTED} as filed, submitted::text from task_instance where task_type_id = 3`,
  statements: `select afs_id as id, property_id as property, year, status_id as status, status_id >= ${SUBMITTED} as filed from annual_statement`,
  lines:
    'select afs_id as id, code, (amount * 100)::bigint::text as cents from annual_statement_line where amount is not null',
  increases: `select rent_increase_request_header_id as id, property_id as property, status_id as status, submitted, decided, (select coalesce(json_agg(json_build_object(
      'units', units, 'current', (current_rent * 100)::integer, 'requested', (requested_rent * 100)::integer, 'approved', (approved_rent * 100)::integer)), '[]')
      from room_rent_increase_request l where l.rent_increase_request_header_id = h.rent_increase_request_header_id) as lines
    from rent_increase_request_header h where status_id >= ${SUBMITTED}`,
  credits: `select afs_id as id, (eligible_basis * 100)::bigint::text as basis, (applicable_fraction * 10000)::bigint::text as fraction,
    (applicable_percentage * 10000)::bigint::text as percentage, (state_credit * 100)::bigint::text as state from afs_tax_credit`,
  notes: `select afs_id as id, (beginning * 100)::bigint::text as beginning, (additions * 100)::bigint::text as additions,
    (payments * 100)::bigint::text as payments, account_code as code, from_surplus_cash as surplus, payment_terms as terms from afs_notes_payable`,
  rents: `select property_rent_id as id, property_id as property, project_room_type_id as type, (rent * 100)::integer as cents, effective_date::text as "from",
    concat_ws('/', rent_type_id, existing_tenants) as kind, e.units, k.count from property_rent e join property_room_type k using (property_id, project_room_type_id)`,
}

/** Reads all of it as the owner, who is not subject to row-level security. */
export async function readBase(owner: pg.Client): Promise<Base & { rents: Rent[] }> {
  const rows = async <Row>(text: string) => (await owner.query(text)).rows as Row[]
  const months = await rows<Month>(queries.months)
  const byId = new Map(months.map((month) => [month.id, Object.assign(month, { rooms: [] as Room[] })]))
  for (const { month, ...room } of await rows<Room & { month: number }>(queries.rooms))
    byId.get(month)?.rooms.push(room)
  const statements = (await rows<Statement>(queries.statements)).map((row) => ({
    ...row,
    amounts: new Map<string, number>(),
    credits: [] as Credit[],
    notes: [] as number[],
    paid: null,
  }))
  const statementsById = new Map(statements.map((statement) => [statement.id, statement]))
  for (const line of await rows<{ id: number; code: string; cents: string }>(queries.lines))
    statementsById.get(line.id)?.amounts.set(line.code, Number(line.cents))
  await readSchedules(statementsById, rows)
  return {
    properties: await rows<Property>(queries.properties),
    months: Map.groupBy(months, (month) => month.property),
    tasks: await rows<Task>(queries.tasks),
    statements,
    rents: await rows<Rent>(queries.rents),
    increases: await rows<Increase>(queries.increases),
  }
}

type Rows = <Row>(text: string) => Promise<Row[]>

/** Reads the credits and notes of statements into them. */
async function readSchedules(statementsById: ReadonlyMap<number, Statement>, rows: Rows): Promise<void> {
  for (const { id, basis, ...credit } of await rows<
    Record<'basis' | 'fraction' | 'percentage' | 'state', string | null> & { id: number }
  >(queries.credits))
    statementsById.get(id)?.credits.push({
      basis: basis === null ? null : BigInt(basis),
      fraction: BigInt(credit.fraction ?? 0),
      percentage: BigInt(credit.percentage ?? 0),
      state: credit.state === null ? null : Number(credit.state),
    })
  for (const { id, beginning, additions, payments, ...note } of await rows<Note>(queries.notes)) {
    const statement = statementsById.get(id)!
    statement.notes.push(Number(beginning) + Number(additions) - Number(payments))
    if (isHard(note)) statement.paid = (statement.paid ?? 0) + Number(payments)
  }
}

type Note = Record<'beginning' | 'additions' | 'payments' | 'code' | 'terms', string | null> & {
  id: number
  surplus: boolean
}
/** Answers whether a mortgage or loan must be paid even without available cash. */
const isHard = ({ code, surplus, terms }: Pick<Note, 'code' | 'surplus' | 'terms'>): boolean =>
  ['2320', '2321', '2322'].includes(code ?? '') &&
  !surplus &&
  terms !== 'Deferred' &&
  terms !== 'From cash flow'

/**
 * Divides exactly, with whole numbers as input, and rounds half away from zero to `places` decimals. It
 * returns null for a total of 0.
 */
export function divideRounded(part: number, total: number, places: number): number | null {
  if (total === 0) return null
  const [n, d] = [BigInt(Math.round(part)) * 10n ** BigInt(places), BigInt(Math.round(total))]
  const [top, bottom] = d < 0n ? [-n, -d] : [n, d]
  const size = top < 0n ? -top : top
  const rounded = Number((2n * size + bottom) / (2n * bottom)) / 10 ** places
  return top < 0n ? -rounded : rounded
}

/** Converts cents to dollars. */
export const toDollars = (cents: number): number => Math.round(cents) / 100
export const computeSum = <T>(all: Iterable<T>, value: (nonNullable: T) => number): number => {
  let sum = 0
  for (const nonNullable of all) sum += value(nonNullable)
  return sum
}
