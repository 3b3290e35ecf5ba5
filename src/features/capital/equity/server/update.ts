import { sql } from 'kysely'
import { snakeCase } from '#kernel/model/entity.ts'
import { fromCents } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import type { EquityYear } from '../model/equity.ts'
import { computeEquityByYear, type EquityProperty, type FigureRow, loadEquityProperties } from './facts.ts'

/** Makes concurrent equity updates wait for each other, because each year depends on the one before. */
export const lockEquityUpdates = ({ db }: AnyContext) =>
  sql`select pg_advisory_xact_lock(hashtext('equity_figure'))`.execute(db)

const toDollars = (cents: number | null): number | null => (cents === null ? null : fromCents(cents))

/** Converts the result of a year into the columns that are stored, in dollars. */
const getStoredFigure = (result: EquityYear) => ({
  initialEquity: toDollars(result.initialEquity),
  mortgageBalance: toDollars(result.mortgageBalance),
  principalPaid: fromCents(result.principalPaid),
  principalHeld: fromCents(result.principalHeld),
  computedEquity: toDollars(result.computed),
  equity: toDollars(result.equity),
  rate: result.rate,
  allowedDistribution: toDollars(result.allowed),
  paidOff: result.paidOff.join(', ').slice(0, 400) || null,
  discretion: result.discretion,
})

const inputFields = [
  'developmentCost',
  'originalMortgages',
  'principalBefore',
  'closingReportDate',
  'cutoffDate',
  'approvedImprovements',
  'note',
] as const
/** The input of a year of a property. All other columns are computed. */
export type YearInput = { propertyId: number; year: number } & Partial<
  Pick<FigureRow, (typeof inputFields)[number] | 'discretion'>
>

const buildEmptyRow = (propertyId: number, year: number): FigureRow => ({
  equityFigureId: 0,
  propertyId,
  year,
  version: 0,
  developmentCost: null,
  originalMortgages: null,
  initialEquity: null,
  principalBefore: null,
  closingReportDate: null,
  cutoffDate: null,
  mortgageBalance: null,
  principalPaid: 0,
  principalHeld: 0,
  approvedImprovements: 0,
  computedEquity: null,
  equity: null,
  rate: null,
  allowedDistribution: null,
  paidOff: null,
  discretion: null,
  note: null,
  setById: null,
  setAt: '',
})

type SetFigure = FigureRow & { setByName: string | null }
/** Returns the property with the input of one of its years applied. */
function applyInput(property: EquityProperty, { propertyId, year, ...values }: YearInput): EquityProperty {
  const row = property.figures.find((figure) => figure.year === year) ?? {
    ...buildEmptyRow(propertyId, year),
    setByName: null,
  }
  const definedValues = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
  const matchingFigures = property.figures.filter((figure) => figure.year !== year)
  return {
    ...property,
    figures: [...matchingFigures, { ...row, ...definedValues } as SetFigure].toSorted(
      (a, b) => a.year - b.year,
    ),
  }
}

/** The names of the computed columns. */
const computedFields = [
  ...([
    'initialEquity',
    'mortgageBalance',
    'principalPaid',
    'principalHeld',
    'computedEquity',
    'equity',
  ] as const),
  ...(['rate', 'allowedDistribution', 'paidOff', 'discretion'] as const),
] satisfies (keyof ReturnType<typeof getStoredFigure>)[]
/** The names of all stored columns of a year. */
const columns = [...inputFields, ...computedFields] as const

/** Returns the rows of a property that the input changes, from its year on. */
function getChangedRows(before: EquityProperty, changedProperty: EquityProperty, from: number): SetFigure[] {
  const yearsByNumber = computeEquityByYear(changedProperty)
  return changedProperty.figures
    .filter((figure) => figure.year >= from)
    .map((figure) => ({ ...figure, ...getStoredFigure(yearsByNumber.get(figure.year)!) }) as SetFigure)
    .filter((setFigure) => {
      const figure = before.figures.find((each) => each.year === setFigure.year)
      return !figure || columns.some((name) => figure[name] !== setFigure[name])
    })
}

/** Stores rows in one statement, with the caller and the moment. */
async function storeRows(context: AnyContext, rows: readonly FigureRow[]): Promise<void> {
  if (rows.length === 0) return
  const names = ['propertyId', 'year', ...columns] as const
  const columnList = sql.join(names.map((name) => sql.ref(name)))
  const draft = sql.join(names.map((name) => sql`${sql.ref(name)} ${sql.raw(getSqlType(name))}`))
  const figureRows = rows.map((row) => Object.fromEntries(names.map((name) => [snakeCase(name), row[name]])))
  await sql`insert into equity_figure as f (${columnList}, set_by_id, set_at)
    select ${columnList}, ${context.actor.userId}::integer,
    ${context.services.now().toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(figureRows)}::jsonb) r (${draft})
    on conflict (property_id, year) do update set
      ${sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`))},
      version = f.version + 1, set_by_id = excluded.set_by_id, set_at = excluded.set_at`.execute(context.db)
}

const getSqlType = (name: string): string => {
  if (name === 'propertyId' || name === 'year') return 'integer'
  if (name.endsWith('Date')) return 'date'
  return ['note', 'paidOff', 'discretion'].includes(name) ? 'text' : 'numeric'
}

/**
 * The counts of an update: rows of the named years, later years that changed with them, and open decisions.
 */
export type UpdateCounts = { updated: number; unchanged: number; later: number; forCommission: number }

/**
 * Stores the input of years of properties together with all later years. Stores nothing if a year cannot be
 * computed, unless `lenient` allows an incomplete year.
 */
export async function storeFigures(
  context: AnyContext,
  inputs: readonly YearInput[],
  lenient = false,
): Promise<UpdateCounts> {
  await lockEquityUpdates(context)
  const ids = [...new Set(inputs.map((item) => item.propertyId))]
  const propertiesById = new Map(
    (await loadEquityProperties(context, ids)).map((property) => [property.propertyId, property]),
  )
  if (propertiesById.size < ids.length) refuse.notFound('This property')
  const faults: Fault[] = []
  const rows: SetFigure[] = []
  const counts: UpdateCounts = { updated: 0, unchanged: 0, later: 0, forCommission: 0 }
  inputs.forEach((figureInput, index) => {
    const before = propertiesById.get(figureInput.propertyId)!
    const after = applyInput(before, figureInput)
    const gaps = computeEquityByYear(after).get(figureInput.year)?.gaps ?? []
    if (gaps.length > 0 && !lenient)
      faults.push({ field: `${index}.year`, message: `${before.propertyName}: ${gaps.join(' ')}` })
    const changed = getChangedRows(before, after, figureInput.year)
    const setFigures = changed.filter((setFigure) => setFigure.year === figureInput.year)
    counts[setFigures.length > 0 ? 'updated' : 'unchanged']++
    counts.later += changed.length - setFigures.length
    counts.forCommission += setFigures.filter(
      (setFigure) => setFigure.discretion === 'For the commission',
    ).length
    rows.push(...changed)
    propertiesById.set(figureInput.propertyId, {
      ...after,
      figures: after.figures.map((figure) => changed.find((each) => each.year === figure.year) ?? figure),
    })
  })
  if (faults.length > 0) refuse.rule('Nothing was updated.', faults)
  const last = new Map(rows.map((row) => [`${row.propertyId} ${row.year}`, row]))
  await storeRows(context, [...last.values()])
  return counts
}
