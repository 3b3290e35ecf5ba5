import { sql } from 'kysely'
import { createCentsReader } from '#engines/worksheet/model/index.ts'
import { toCents } from '#kernel/model/money.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import { RequestStatus } from '#kernel/model/status.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { categoryChart, entryCategories } from '../model/categories.ts'
import { computeProgram2013Sums } from '../model/figures.ts'
import type { ImportField } from '../model/importFields.ts'
import {
  buildImportContext,
  getImportFaults,
  type ImportRow,
  readFigure,
  toRecordFields,
} from '../model/importing.ts'
import { records as declared } from '../model/records.ts'
import { loadProgram2013Numbers, loadZipPlaces } from './candidates.ts'

type Import = { year: number; fileName: string | undefined; rows: readonly ImportRow[] }

/** A row converted for storage, with its position among the rows. */
type StoredRecord = {
  place: number
  propertyId: number
  line: number
  values: object
  lines: object[]
  debts: object[]
}

/** Converts a row into a record with its categories and its debt. `created` is the origin of each figure. */
function toStoredRecord(row: ImportRow, place: number, propertyId: number, created: object): StoredRecord {
  const amounts = entryCategories.flatMap(({ code }) => {
    const amount = readFigure(row, code as ImportField)
    return amount === null
      ? []
      : [
          {
            code,
            position: Number(code.slice(1)),
            amount,
            origins: { amount: { ...created, row: row.line } },
          },
        ]
  })
  const service = readFigure(row, 'debtService')
  const [lender, amount] = [row.lender?.trim() || null, readFigure(row, 'debtAmount')]
  const debts =
    lender === null && service === null && amount === null
      ? []
      : [{ lender, amount, annual_debt_service: service, lien: 1, position: 1 }]
  const read = createCentsReader(
    categoryChart,
    new Map(amounts.map((amount) => [amount.code, toCents(amount.amount)])),
  )
  const { projectNumber, projectName, recordType, vacancyPercent, ...content } = toRecordFields(
    row,
  ) as Record<string, unknown>
  const totals = computeProgram2013Sums(read, [{ annualDebtService: service }])
  const values = {
    ...content,
    project_number: projectNumber,
    project_name: projectName,
    record_type: recordType,
    totals,
    vacancy_percent: vacancyPercent,
  }
  return { place, propertyId, line: row.line, values, lines: amounts, debts }
}

/** Refuses an import with faults (422). Each fault names its row and field. */
function refuseFaultyRows(rows: readonly ImportRow[], faultsByRow: readonly Fault[][]): void {
  const faults = faultsByRow.flatMap((faults, index) =>
    faults.map(({ field, message }) => ({
      field: `${index}.${field}`,
      message: `Line ${rows[index]!.line}: ${message}`,
    })),
  )
  if (faults.length > 0) refuse.rule('Nothing was imported. Correct these rows and import again.', faults)
}

/**
 * Imports rows, one per property: all or none. Each becomes a record in progress with its categories and its
 * first debt, and a history entry with its source. Six statements, regardless of their number.
 */
export async function importRecords(context: AnyContext, { year, fileName, rows }: Import) {
  // Concurrent imports wait, so that the checks stay true.
  await sql`select pg_advisory_xact_lock(hashtext('program2013'))`.execute(context.db)
  const importContext = buildImportContext(
    await loadProgram2013Numbers(context, year),
    await loadZipPlaces(context),
  )
  refuseFaultyRows(rows, getImportFaults(rows, importContext))
  const importedAt = context.services.now().toISOString()
  const file = fileName?.trim() || 'Import'
  const created = { by: context.actor.userId, at: importedAt, file }
  const storedRecords = rows.map((row, place) =>
    toStoredRecord(row, place, importContext.findProperties(row.projectNumber ?? '')[0]!.propertyId, created),
  )
  return insertRecords(context, { year, file, at: importedAt }, storedRecords)
}

/** Inserts the records with their lines and history, and returns the outcome of each row. */
async function insertRecords(
  context: AnyContext,
  importInfo: { year: number; file: string; at: string },
  storedRecords: readonly StoredRecord[],
) {
  const { year, file, at: importedAt } = importInfo
  const recordsJson = JSON.stringify(
    storedRecords.map(({ propertyId, values }) => ({ property_id: propertyId, ...values })),
  )
  const inserted = await sql<{ id: number; propertyId: number; recordType: string }>`
    insert into program2013 (property_id, year, record_type, project_number, project_name, city, county, zip,
    units, vacancy_percent, totals,
      import_file, imported_at, created_by)
    select property_id, ${year}::integer, record_type, project_number, project_name, city, county, zip, units,
    vacancy_percent, totals,
      ${file}::text, ${importedAt}::timestamptz, ${context.actor.userId}::integer
    from jsonb_populate_recordset(null::program2013, ${recordsJson}::jsonb)
    returning program2013_id as id, property_id, record_type`.execute(context.db)
  const idByKey = new Map(inserted.rows.map((row) => [`${row.propertyId} ${row.recordType}`, row.id]))
  const rows = storedRecords.map((item) => ({
    ...item,
    id: idByKey.get(`${item.propertyId} ${(item.values as { record_type: string }).record_type}`)!,
  }))
  await insertLines(context, rows)
  await sql`insert into status_history (entity, row_id, property_id, to_status_id, action, reason, user_id)
    select ${declared.flow.entity}, program2013_id, property_id, ${RequestStatus.NOT_SUBMITTED}, 'create',
    ${`Imported from ${file}`}, ${context.actor.userId}
    from program2013 where program2013_id = any (${rows.map(({ id }) => id)}::integer[])`.execute(context.db)
  return rows.map(({ line, id }) => ({ line, program2013Id: id, requestNumber: declared.numberOf(id) }))
}

async function insertLines(
  { db }: AnyContext,
  rows: readonly (StoredRecord & { id: number })[],
): Promise<void> {
  const toJson = (getLines: (item: StoredRecord) => object[]) =>
    JSON.stringify(
      rows.flatMap((row) =>
        getLines(row).map((line) => ({ program2013_id: row.id, property_id: row.propertyId, ...line })),
      ),
    )
  await sql`insert into statement_category_amount (program2013_id, property_id, code, position, amount,
    origins)
    select program2013_id, property_id, code, position, amount, origins
    from jsonb_populate_recordset(null::statement_category_amount,
    ${toJson(({ lines }) => lines)}::jsonb)`.execute(db)
  await sql`insert into program2013_debt (program2013_id, property_id, lender, amount, annual_debt_service,
    lien, position)
    select program2013_id, property_id, lender, amount, annual_debt_service, lien, position
    from jsonb_populate_recordset(null::program2013_debt, ${toJson(({ debts }) => debts)}::jsonb)`.execute(db)
}
