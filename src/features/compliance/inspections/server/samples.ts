import { sql } from 'kysely'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { insertRow, updateRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { InspectionUnit, UnitStatus } from '../model/entities.ts'
import { drawPositions, findSubstitutePosition, getDrawSeed, getSampleSize } from '../model/sample.ts'
import { loadSampleSteps } from './board.ts'
import { type Inspection, loadInspectionDetail } from './detail.ts'
import { lockInspection, lockLine, requireText, type StepContext } from './locking.ts'

type Unit = Row<typeof InspectionUnit>

/**
 * Loads the number of low-income units: that of the inspection if it has one, otherwise that of the property.
 */
async function loadUnitCount({ db }: AnyContext, row: Inspection): Promise<number> {
  if (row.lowIncomeUnits !== null) return row.lowIncomeUnits
  const result = await sql<{
    units: number
  }>`select coalesce(low_income_units, total_units) as units from property
  where property_id = ${row.propertyId}`.execute(db)
  return result.rows[0]?.units ?? 0
}

/**
 * Draws the sample from the property's list of units. The same draw always gives the same units. Another draw
 * needs a reason and replaces the earlier one.
 */
export async function drawSample(context: StepContext<{ reason?: string | null }>) {
  const row = await lockInspection(context, 'draw')
  const { complianceInspectionId: id, propertyId } = row
  const draw = row.sampleDraws + 1
  const reason = draw > 1 ? requireText(context.body.reason ?? '', 'reason', 'Reason') : null
  const units = await loadUnitCount(context, row)
  const size = getSampleSize(units, await loadSampleSteps(context))
  if (size === 0)
    refuse.rule('The property has no low-income units, or more than the table of sample sizes covers.')
  const places = drawPositions(units, size, getDrawSeed(id, draw))
  await sql`with gone as (delete from inspection_unit where compliance_inspection_id = ${id} and place > 0)
    update compliance_inspection set sample_draws = ${draw}, sample_size = ${size},
    low_income_units = ${units}, sample_reason = coalesce(${reason}::text, sample_reason),
      version = version + 1 where compliance_inspection_id = ${id}`.execute(context.db)
  await sql`insert into inspection_unit (compliance_inspection_id, property_id, place, unit, file_to_review)
    select ${id}::integer, ${propertyId}::integer, d.place, d.place::text, true
    from unnest(${places}::integer[]) d (place) order by d.place
    on conflict (compliance_inspection_id, unit) do update set place = excluded.place`.execute(context.db)
  return loadInspectionDetail(context, id)
}

/** Adds the next undrawn unit to the sample as substitute for one where no one was home. */
async function addSubstitute(context: AnyContext, row: Inspection, unit: Unit): Promise<void> {
  const { complianceInspectionId, propertyId } = row
  const result = await sql<{
    place: number
  }>`select place from inspection_unit where compliance_inspection_id = ${complianceInspectionId}`.execute(
    context.db,
  )
  const place = findSubstitutePosition(
    await loadUnitCount(context, row),
    result.rows.map((entry) => entry.place),
  )
  if (place === null) return void refuse.rule('Every unit of the property is in the sample already.')
  await insertRow(context, InspectionUnit, {
    complianceInspectionId,
    propertyId,
    place,
    unit: String(place),
    fileToReview: unit.fileToReview,
    substituteForId: unit.inspectionUnitId,
  })
}

/**
 * Stores whether a unit was inspected. If no one was home, a note is required, and a substitute is added on
 * request.
 */
export async function recordUnit(
  context: StepContext<{
    statusId: number
    note?: string | null
    fileReviewed?: boolean | null
    substitute?: boolean | null
  }>,
) {
  const { row, line } = await lockLine<Unit>(context, InspectionUnit, 'find')
  const { statusId, note = line.note, fileReviewed = line.fileReviewed, substitute = false } = context.body
  if (statusId === UnitStatus.NO_ENTRY) requireText(note ?? '', 'note', 'Note')
  await updateRow(context, InspectionUnit, line.inspectionUnitId, {
    statusId,
    note,
    fileReviewed: fileReviewed ?? false,
  })
  if (substitute && statusId === UnitStatus.NO_ENTRY) await addSubstitute(context, row, line)
  await sql`update compliance_inspection i set files_reviewed = r.files, files_to_review = r.asked,
    version = i.version + 1
    from (select count(*) filter (where file_reviewed)::integer as files,
    count(*) filter (where file_to_review)::integer as asked
      from inspection_unit where compliance_inspection_id = ${row.complianceInspectionId}) r
    where i.compliance_inspection_id = ${row.complianceInspectionId}`.execute(context.db)
  return loadInspectionDetail(context, row.complianceInspectionId)
}
